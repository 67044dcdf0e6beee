// Tells the page of `partie dev`, in whose frame this page is, what goes wrong here: the board's faults above all.

const { desk } = document.currentScript.dataset
const MOST = 8000
// Which load this page is: it may tell a fault when the file is mended already.
const loads = Number(new URLSearchParams(location.search).get('loads'))

function told(part) {
  if (part instanceof Error) return String(part)
  return typeof part === 'object' ? JSON.stringify(part) : String(part)
}

function report(...parts) {
  const stacks = parts.filter((part) => part instanceof Error).map(({ stack = '' }) => stack)
  const text = [parts.map(told).join(' '), ...stacks].join('\n')
  // Every seat has another address, and one fault is told once.
  parent.postMessage({ fault: text.replaceAll(location.origin, '').slice(0, MOST), loads }, desk)
}

for (const name of ['warn', 'error']) {
  const before = console[name].bind(console)
  console[name] = (...parts) => {
    before(...parts)
    report(...parts)
  }
}
addEventListener('error', ({ error, filename }) => {
  // The page itself tells what a board throws.
  if (error instanceof Error && !filename.includes('/boards/')) report(error)
})
addEventListener('unhandledrejection', ({ reason }) => report(reason))

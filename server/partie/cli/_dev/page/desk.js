// The page of `partie dev`: a form for a table, what is wrong, and a frame for each seat. The server sends all of it.

const LANGUAGES = ['en', 'de']
const language = navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => LANGUAGES.includes(tag)) ?? 'en'
const words = await (await fetch(`/words.${language}.json`)).json()

const form = document.querySelector('form')
const frames = document.querySelector('main')
let desk
let built = ''
let loads = -1

document.documentElement.lang = language
for (const element of document.querySelectorAll('[data-word]')) element.textContent = words[element.dataset.word]
const draw = () => String(crypto.getRandomValues(new Uint16Array(1))[0])
form.elements.seed.value = draw()

const events = new EventSource('/events')
events.addEventListener('message', ({ data }) => show(JSON.parse(data)))
events.addEventListener('error', () => (document.getElementById('phase').textContent = words['phase.gone']))

function show(now) {
  desk = now
  const title = desk.game?.words[language]?.name ?? desk.key
  document.title = document.querySelector('h1').textContent = title
  const phase = desk.phase === 'running' && desk.table === '' ? 'empty' : desk.phase
  document.getElementById('phase').textContent = words[`phase.${phase}`]
  document.getElementById('faults').replaceChildren(...desk.faults.map(drawnFault))
  for (const button of form.querySelectorAll('button')) button.disabled = desk.phase !== 'running'
  const fields = JSON.stringify(desk.game)
  if (desk.game !== null && fields !== built) {
    built = fields
    buildForm(desk.game)
  }
  // A page whose service is gone is about to be loaded again.
  if (desk.phase !== 'running') for (const frame of frames.children) frame.ariaBusy = 'true'
  if (desk.loads !== loads && desk.table !== '') loadFrames()
  loads = desk.loads
}

function drawnFault({ origin, what, details = '' }) {
  const fault = document.createElement('article')
  fault.append(Object.assign(document.createElement('strong'), { textContent: words[`fault.${origin}`] }), ` ${what}`)
  if (details !== '') fault.append(Object.assign(document.createElement('pre'), { textContent: details }))
  return fault
}

/** Frames stay where they are; each says of its faults which load it shows. */
function loadFrames() {
  const addresses = desk.addresses.slice(0, desk.setup.seats)
  while (frames.children.length > addresses.length) frames.lastChild.remove()
  addresses.forEach((address, seat) => {
    const frame = frames.children[seat] ?? frames.appendChild(document.createElement('iframe'))
    frame.title = `${words.seat} ${seat + 1}`
    frame.ariaBusy = 'true'
    frame.onload = () => (frame.ariaBusy = 'false')
    frame.src = `${address}/table/${desk.table}?loads=${desk.loads}`
  })
}

function buildForm({ seats, fields, words: game }) {
  const label = (name) => game[language]?.[`option.${name}`] ?? name
  const before = read()
  const most = seats.find((count) => count > 1) ?? seats[0]
  document.getElementById('fields').replaceChildren(
    field(words.seats, select('seats', seats, before.seats || most)),
    ...fields.map(({ name, kind, initial, values = [], low, high }) => {
      const value = before.options[name] ?? initial
      const named = values.map((one) => game[language]?.[`option.${name}.${one}`] ?? one)
      if (kind === 'choice') return field(label(name), select(`option.${name}`, values, value, named))
      const input = Object.assign(document.createElement('input'), { name: `option.${name}`, value })
      if (kind === 'flag') Object.assign(input, { type: 'checkbox', checked: value })
      if (kind === 'number') Object.assign(input, { type: 'number', min: low ?? '', max: high ?? '' })
      return field(label(name), input)
    }),
  )
}

function field(text, input) {
  const label = document.createElement('label')
  label.append(`${text} `, input)
  return label
}

function select(name, values, chosen, named = values) {
  const list = Object.assign(document.createElement('select'), { name })
  values.forEach((value, at) => list.append(new Option(named[at], JSON.stringify(value), false, value === chosen)))
  return list
}

/** What the form says now. */
function read() {
  const options = {}
  for (const input of form.elements) {
    const [kind, name] = input.name.split('.')
    if (kind !== 'option') continue
    if (input.type === 'checkbox') options[name] = input.checked
    else if (input.type === 'number') options[name] = Number(input.value)
    else options[name] = input.tagName === 'SELECT' ? JSON.parse(input.value) : input.value
  }
  return { seats: Number(form.elements.seats?.value), options, seed: form.elements.seed.value }
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  if (event.submitter?.value === 'new') form.elements.seed.value = draw()
  void fetch('/table', { method: 'POST', body: JSON.stringify(read()) })
})

// What a frame's page tells, which report.js in it listens to.
addEventListener('message', ({ origin, data }) => {
  if (desk?.addresses.includes(origin) && typeof data?.fault === 'string')
    void fetch('/fault', { method: 'POST', body: JSON.stringify({ fault: data.fault, loads: data.loads }) })
})

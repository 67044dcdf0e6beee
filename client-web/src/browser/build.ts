/** Of which build this page is. */

/** The scripts that this page was started by. Not all of them are others in another build. */
export function ownScripts(): string[] {
  return [...document.querySelectorAll('script[type=module][src]')].map((script) => script.getAttribute('src') ?? '')
}

/** What names its build. */
export function ownBuild(): string {
  return ownScripts().join(' ')
}

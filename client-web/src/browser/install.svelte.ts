/** Installing the page as an app, where the browser offers it. */

/** The offer of a browser; it can be taken up once. */
interface Offer extends Event {
  prompt(): Promise<unknown>
}

let offer = $state.raw<Offer | undefined>()

/** Whether the browser offers it: not yet installed, and it can be. */
export function installable(): boolean {
  return offer !== undefined
}

/** Have the browser ask the reader, who may still say no; it offers it again when it thinks fit. */
export async function install(): Promise<void> {
  const asked = offer
  offer = undefined
  await asked?.prompt()
}

/** Keep the browser's offer for who looks for it, in place of a bar over the page. */
export function awaitInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    offer = event as Offer
  })
  addEventListener('appinstalled', () => (offer = undefined))
}

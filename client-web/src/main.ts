import './app.css'
import { mount } from 'svelte'
import App from './App.svelte'
import { begin, connection } from './state/app.svelte'
import { stayFresh } from './net/fresh'
import { loadLanguage } from './i18n/i18n.svelte'
import { showKnownFonts } from './browser/fonts'
import { awaitInstallOffer } from './browser/install.svelte'
import { placeFor } from './browser/ready'
import { followLinks } from './browser/router.svelte'
import { confirmLeaving } from './net/unsent'

/** Milliseconds after which the page is shown however it stands: it says what it waits for. */
const PATIENCE = 8_000

const target = document.querySelector<HTMLElement>('#app')
if (target === null) throw new Error('index.html has no #app')
showKnownFonts()
followLinks()
awaitInstallOffer()
stayFresh(connection)
confirmLeaving(connection)
begin()
// Without its words the page stands all the same, and tells of the connection.
void loadLanguage()
  .catch(() => undefined)
  .then(() => {
    const place = placeFor(target)
    const onstands = (): void => {
      if (place !== target) void import('./browser/takeover').then(({ takeOver }) => takeOver(target, place))
    }
    mount(App, { target: place, props: { onstands } })
    setTimeout(onstands, PATIENCE)
  })

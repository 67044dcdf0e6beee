import './app.css'
import { mount } from 'svelte'
import App from './App.svelte'
import { begin, connection } from './state/app.svelte'
import { stayFresh } from './net/fresh'
import { loadLanguage } from './i18n/i18n.svelte'
import { showKnownFonts } from './browser/fonts'
import { awaitInstallOffer } from './browser/install.svelte'
import { placeFor, takingOver } from './browser/ready'
import { followLinks } from './browser/router.svelte'
import { confirmLeaving } from './net/unsent'

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
    mount(App, { target: place, props: { onstands: takingOver(target, place) } })
  })

import './app.css'
import { mount } from 'svelte'
import App from './App.svelte'
import { begin, connection } from './lib/app.svelte'
import { stayFresh } from './lib/fresh'
import { loadLanguage } from './lib/i18n.svelte'
import { followLinks } from './lib/router.svelte'
import { confirmLeaving } from './lib/unsent'

const target = document.querySelector('#app')
if (target === null) throw new Error('index.html has no #app')
followLinks()
stayFresh(connection)
confirmLeaving(connection)
begin()
// Without its words the page stands all the same, and tells of the connection.
void loadLanguage()
  .catch(() => undefined)
  .then(() => {
    target.replaceChildren()
    mount(App, { target })
  })

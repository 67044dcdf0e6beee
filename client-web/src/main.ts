import './app.css'
import { mount } from 'svelte'
import App from './App.svelte'
import { begin } from './lib/app.svelte'
import { recall, remember } from './lib/remember'
import { followLinks } from './lib/router.svelte'

/** Milliseconds within which a second failure does not load the page again. */
const ONCE = 60_000

// After an update of the service the old parts are gone: load the page anew, once.
addEventListener('vite:preloadError', (event) => {
  if (Date.now() - Number(recall('reloaded')) < ONCE) return
  event.preventDefault()
  remember('reloaded', String(Date.now()))
  location.reload()
})

const target = document.querySelector('#app')
if (target === null) throw new Error('index.html has no #app')
followLinks()
begin()
mount(App, { target })

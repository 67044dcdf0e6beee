import '../src/app.css'
import { mount } from 'svelte'
import { followLinks } from '../src/browser/router.svelte'
import { loadLanguage } from '../src/i18n/i18n.svelte'
import Gallery from './Gallery.svelte'
import { answer } from './service'

const target = document.querySelector('#app')
if (target === null) throw new Error('index.html has no #app')
globalThis.fetch = answer
followLinks()
void loadLanguage().then(() => mount(Gallery, { target }))

/** Puts the shared drawings onto the page as soon as anything that uses them is loaded, also for copies elsewhere. */

import { mount } from 'svelte'
import Sprite from './Sprite.svelte'

mount(Sprite, { target: document.body })

/** A form's attempt: under way, refused in words, or done; who it is has to be proved again where the service demands it. */

import { tick } from 'svelte'
import { ApiError } from '../../net/api'
import { trouble } from './say'

let answerProof = $state.raw<((proved: boolean) => void) | undefined>()

/** To be called when the password was shown, or not; undefined while no proof is demanded. */
export function demandedProof(): ((proved: boolean) => void) | undefined {
  return answerProof
}

function proof(): Promise<boolean> {
  return new Promise((resolve) => {
    answerProof = (proved) => {
      answerProof = undefined
      resolve(proved)
    }
  })
}

/** Do what the service may demand a proof for. The page has to show the question, as long as demandedProof asks. */
export async function proved(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'not_proved' || !(await proof())) throw error
    await work()
  }
}

export class Attempt {
  busy = $state(false)
  private text = $state('')
  private code = $state('')

  /** What is wrong, if it is one of these. */
  wrong(...codes: string[]): string {
    return codes.includes(this.code) ? this.text : ''
  }

  /** What is wrong, if it is none of these. */
  else(...codes: string[]): string {
    return codes.includes(this.code) ? '' : this.text
  }

  forgive(): void {
    this.text = this.code = ''
  }

  /** Do it, unless it is under way. The error stands next to a field of the form, where people continue. */
  async run(work: () => Promise<unknown>, form?: HTMLElement): Promise<boolean> {
    if (this.busy) return false
    this.busy = true
    this.forgive()
    try {
      await proved(work)
    } catch (error) {
      this.code = error instanceof ApiError ? error.code : 'failed'
      this.text = trouble(error)
    } finally {
      this.busy = false
    }
    await tick()
    if (this.text !== '') form?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
    return this.text === ''
  }
}

import { expect, test, vi } from 'vitest'
import { ApiError } from '../../net/api'
import { language, setLanguage } from '../../i18n/i18n.svelte'
import { trouble } from './say'

/** What the routes of the address and of a forgotten password refuse for. */
const CODES = ['bad_link', 'bad_mail', 'bad_password', 'no_mail', 'not_sent_refused', 'not_sent_unreachable']

test.each(['de', 'en'] as const)('every refusal has words of its own: %s', async (wanted) => {
  setLanguage(wanted)
  await vi.waitFor(() => expect(language()).toBe(wanted))
  const said = CODES.map((code) => trouble(new ApiError(code, 422)))
  expect(new Set(said).size).toBe(CODES.length)
  for (const [number, code] of CODES.entries()) expect(said[number]).not.toContain(code)
})

test('a limit says in minutes when to try again', () => {
  expect(trouble(new ApiError('too_many', 429, '', 121_000))).toContain('3')
})

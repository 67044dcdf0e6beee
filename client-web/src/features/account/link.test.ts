import { expect, test } from 'vitest'
import { route } from '../../state/routes'
import { FORGOTTEN, linked } from './link'

const at = (path: string, emails?: boolean) => {
  const found = route(new URL(path, 'http://partie.test'))
  return linked(found.page === 'account' ? found.code : undefined, emails)
}

test('the account alone is linked to nothing', () => {
  expect(at('/account')).toEqual({ is: 'nothing' })
  expect(at('/account#')).toEqual({ is: 'nothing' })
})

test('a code is told from the link of an email', () => {
  expect(at('/account#ABCD-EFGH-JKMN')).toEqual({ is: 'code', code: 'ABCD-EFGH-JKMN' })
  expect(at('/account#confirm.abc234.-_x')).toEqual({ is: 'confirm', token: 'abc234.-_x' })
  expect(at('/account#reset.abc234.-_x')).toEqual({ is: 'reset', token: 'abc234.-_x' })
})

test('a link that was cut off still leads to the page that says so', () => {
  expect(at('/account#reset.')).toEqual({ is: 'reset', token: '' })
  expect(at('/account#confirm.abc')).toEqual({ is: 'confirm', token: 'abc' })
})

test('an unknown kind of link is taken for a code, which the service refuses', () => {
  expect(at('/account#other.abc')).toEqual({ is: 'code', code: 'other.abc' })
})

test('the way to a new password has an address of its own, which is the plain page where no emails are sent', () => {
  expect(at(FORGOTTEN)).toEqual({ is: 'forgotten' })
  expect(at(FORGOTTEN, true)).toEqual({ is: 'forgotten' })
  expect(at(FORGOTTEN, false)).toEqual({ is: 'nothing' })
})

test('a link from an email is opened also where none are sent any more', () => {
  expect(at('/account#reset.abc', false)).toEqual({ is: 'reset', token: 'abc' })
})

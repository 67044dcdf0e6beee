import { expect, test } from 'vitest'
import { Attention } from './attention'

const away = { decisionToken: 5, visible: false, notify: true }

test('a page out of sight notifies once for a turn, however many decisions it has', () => {
  const attention = new Attention()
  expect(attention.look(away)).toEqual({ marked: true, notice: true, withdraw: false })
  expect(attention.look(away).notice).toBe(false)
  expect(attention.look({ ...away, decisionToken: 6 }).notice).toBe(false)
})

test('the next turn is notified again', () => {
  const attention = new Attention()
  attention.look(away)
  expect(attention.look({ ...away, decisionToken: undefined })).toEqual({
    marked: false,
    notice: false,
    withdraw: true,
  })
  expect(attention.look({ ...away, decisionToken: 9 }).notice).toBe(true)
})

test('a turn that was seen is not notified when the page is left', () => {
  const attention = new Attention()
  expect(attention.look({ ...away, visible: true })).toEqual({ marked: true, notice: false, withdraw: false })
  expect(attention.look(away).notice).toBe(false)
})

test('a notification is taken away when the page is looked at', () => {
  const attention = new Attention()
  attention.look(away)
  expect(attention.look({ ...away, visible: true }).withdraw).toBe(true)
  expect(attention.look({ ...away, visible: true }).withdraw).toBe(false)
})

test('title and icon need no permission', () => {
  expect(new Attention().look({ ...away, notify: false })).toEqual({ marked: true, notice: false, withdraw: false })
})

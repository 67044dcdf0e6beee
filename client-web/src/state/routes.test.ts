import { expect, test } from 'vitest'
import { ladderPath, route, tablePath } from './routes'

const at = (path: string) => route(new URL(path, 'http://partie.test'))

test('pages are known by their addresses', () => {
  expect(at('/')).toEqual({ page: 'lobby' })
  expect(at('/about')).toEqual({ page: 'about' })
  expect(at('/moderation')).toEqual({ page: 'moderation' })
  expect(at('/people/abcdefgh234567ij')).toEqual({ page: 'person', person: 'abcdefgh234567ij' })
  expect(at('/people/Ann')).toEqual({ page: 'missing' })
  expect(at('/account#ABCD-EFGH')).toEqual({ page: 'account', code: 'ABCD-EFGH' })
  expect(at('/signed-in?code=abc&state=def')).toEqual({ page: 'signed-in' })
  expect(at('/device')).toEqual({ page: 'device', code: undefined })
  expect(at('/device#ABCD-EFGH')).toEqual({ page: 'device', code: 'ABCD-EFGH' })
  expect(at('/games/glenmore')).toEqual({ page: 'game', game: 'glenmore' })
  expect(at('/games/glenmore/more')).toEqual({ page: 'missing' })
  expect(at('/rules')).toEqual({ page: 'rules', game: '', rule: undefined })
  expect(at('/rules/glenmore#P3')).toEqual({ page: 'rules', game: 'glenmore', rule: 'P3' })
  expect(at('/table/abcd')).toEqual({ page: 'table', table: 'abcd', at: undefined, invitation: undefined })
})

test('the address of a table names its position and keeps its invitation to the browser', () => {
  expect(tablePath('abcd')).toBe('/table/abcd')
  expect(tablePath('abcd', 12, 'secret')).toBe('/table/abcd?at=12#secret')
  expect(at(tablePath('abcd', 12, 'secret'))).toEqual({ page: 'table', table: 'abcd', at: 12, invitation: 'secret' })
})

test('a ladder is known by its game and its page', () => {
  expect(at(ladderPath('glenmore'))).toEqual({ page: 'ladder', game: 'glenmore', number: 1 })
  expect(at(ladderPath('glenmore', 3))).toEqual({ page: 'ladder', game: 'glenmore', number: 3 })
  expect(at('/ladder/glenmore?page=-1')).toMatchObject({ number: 1 })
  expect(at('/ladder')).toEqual({ page: 'ladder', game: '', number: 1 })
  expect(at('/ladder/Glen-More')).toEqual({ page: 'missing' })
})

test('a position that is no number is none', () => {
  expect(at('/table/abcd?at=x')).toMatchObject({ at: undefined })
  expect(at('/table/abcd?at=-3')).toMatchObject({ at: undefined })
})

test('a link that was cut off within a letter still names its page', () => {
  expect(at('/device#ABC%E2%82')).toEqual({ page: 'device', code: 'ABC%E2%82' })
})

test('everything else is missing', () => {
  for (const path of ['/nowhere', '/about/us', '/table', '/table/a/b', '/table/abc', '/table/%E0%A4%A', '/device/x']) {
    expect(at(path), path).toEqual({ page: 'missing' })
  }
})

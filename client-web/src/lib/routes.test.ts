import { expect, test } from 'vitest'
import { route, tablePath } from './routes'

const at = (path: string) => route(new URL(path, 'http://partie.test'))

test('pages are known by their addresses', () => {
  expect(at('/')).toEqual({ page: 'lobby' })
  expect(at('/about')).toEqual({ page: 'about' })
  expect(at('/device')).toEqual({ page: 'device', code: undefined })
  expect(at('/device#ABCD-EFGH')).toEqual({ page: 'device', code: 'ABCD-EFGH' })
  expect(at('/rules/glenmore#P3')).toEqual({ page: 'rules', game: 'glenmore', rule: 'P3' })
  expect(at('/table/abc')).toEqual({ page: 'table', table: 'abc', at: undefined, invitation: undefined })
})

test('the address of a table names its position and keeps its invitation to the browser', () => {
  expect(tablePath('abc')).toBe('/table/abc')
  expect(tablePath('abc', 12, 'secret')).toBe('/table/abc?at=12#secret')
  expect(at(tablePath('abc', 12, 'secret'))).toEqual({ page: 'table', table: 'abc', at: 12, invitation: 'secret' })
})

test('a position that is no number is none', () => {
  expect(at('/table/abc?at=x')).toMatchObject({ at: undefined })
  expect(at('/table/abc?at=-3')).toMatchObject({ at: undefined })
})

test('everything else is missing', () => {
  for (const path of ['/nowhere', '/about/us', '/table', '/table/a/b', '/device/x']) {
    expect(at(path), path).toEqual({ page: 'missing' })
  }
})

/** The settings of a game, as its JSON schema describes them, made into fields of a form. */

import type { GameInfo, ObjectSchema, OptionSchema } from '../net/api'

export type OptionValue = string | number | boolean

interface Named {
  name: string
  /** Values of other settings without which this one has no effect. */
  onlyWith?: Readonly<Record<string, string>>
}

export type Field = Named &
  (
    | { kind: 'flag'; initial: boolean }
    | { kind: 'choice'; initial: string | number; values: (string | number)[] }
    | { kind: 'number'; initial: number; low: number | undefined; high: number | undefined }
    | { kind: 'text'; initial: string }
  )

/** A range of whole numbers that is short enough to be shown as a choice. */
const SHORT = 8

/** The fields of a settings form, in the order of the schema. */
export function fields(game: GameInfo): Field[] {
  return Object.entries(resolve(game.options).properties ?? {}).map(([name, schema]) => {
    const onlyWith = schema['x-only-with']
    return { ...field(name, schema), ...(onlyWith === undefined ? {} : { onlyWith }) }
  })
}

/** Whether a setting has an effect, given those of the others. */
export function matters({ onlyWith = {} }: Field, values: Readonly<Record<string, OptionValue>>): boolean {
  return Object.entries(onlyWith).every(([name, value]) => values[name] === value)
}

function resolve(schema: ObjectSchema): ObjectSchema {
  const name = schema.$ref?.split('/').at(-1)
  return name === undefined ? schema : (schema.$defs?.[name] ?? {})
}

function field(name: string, schema: OptionSchema): Field {
  if (schema.enum !== undefined) {
    const first = schema.enum[0] ?? ''
    const initial = schema.enum.find((value) => value === schema.default) ?? first
    return { name, kind: 'choice', initial, values: schema.enum }
  }
  if (schema.type === 'boolean') return { name, kind: 'flag', initial: schema.default === true }
  if (schema.type === 'integer') {
    const { minimum: low, maximum: high } = schema
    const initial = typeof schema.default === 'number' ? schema.default : (low ?? 0)
    if (low !== undefined && high !== undefined && high - low < SHORT) {
      return { name, kind: 'choice', initial, values: Array.from({ length: high - low + 1 }, (_, step) => low + step) }
    }
    return { name, kind: 'number', initial, low, high }
  }
  return { name, kind: 'text', initial: typeof schema.default === 'string' ? schema.default : '' }
}

/** The numbers of seats that a game can be played with. Two numbers are the ends of a range. */
export function seatCounts(game: GameInfo): number[] {
  const [low, high] = game.seats
  if (game.seats.length !== 2 || low === undefined || high === undefined) return game.seats
  return Array.from({ length: high - low + 1 }, (_, step) => low + step)
}

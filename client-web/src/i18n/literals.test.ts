import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, test } from 'vitest'

/** The phrases of two words and more in a text. */
const phrases = (text: string): string[] => text.match(/\p{L}+(?:[ ’-]\p{L}+)+/gu) ?? []

const said = globSync([
  'src/**/{say,words,why}.{de,en}.json',
  'src/{i18n,games/*/spoken}/{de,en}.json',
  '../engines/partie/games/*/words.{de,en}.json',
  '../server/partie/{people,features/*}/{say,words}.{de,en}.json',
])
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n')

/** Literals inside and outside of what a test expects. Titles of tests are neither. */
interface Literals {
  expected: string[]
  given: string[]
}

function literalsOf(source: string): Literals {
  const found: Literals = { expected: [], given: [] }
  const visit = (node: ts.Node, into: string[]): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      into.push(node.text)
    } else if (ts.isRegularExpressionLiteral(node)) into.push(node.text)
    if (!ts.isCallExpression(node)) {
      ts.forEachChild(node, (each) => visit(each, into))
      return
    }
    const { expression } = node
    visit(expression, into)
    const matcher = ts.isPropertyAccessExpression(expression) && /^to[A-Z]/.test(expression.name.text)
    const titled = /^(test|describe)\b/.test(expression.getText())
    for (const each of node.arguments.slice(titled ? 1 : 0)) visit(each, matcher ? found.expected : into)
  }
  visit(ts.createSourceFile('test.ts', source, ts.ScriptTarget.Latest, true), found.given)
  return found
}

/** The phrases of catalogues that a test expects without having given them itself, if need be without a capital. */
function quoted(source: string): string[] {
  const { expected, given } = literalsOf(source)
  const known = given.join('\n').toLowerCase()
  return expected.flatMap(phrases).filter((phrase) => said.includes(phrase) && !known.includes(phrase.toLowerCase()))
}

test.each(globSync('src/**/*.test.ts').filter((path) => !path.endsWith('literals.test.ts')))(
  'a test expects no words of a catalogue: %s',
  (path) => {
    expect(quoted(readFileSync(path, 'utf8'))).toEqual([])
  },
)

test('a literal is seen in a text, a template, a pattern and an object, unless the test has given it', () => {
  const [phrase = ''] = phrases(said)
  const expectations = [
    `expect(a).toBe('${phrase}')`,
    'expect(a).toBe(`' + phrase + ' ${b}`)',
    `expect(a).toMatch(/^${phrase}/)`,
    `expect(a).toEqual([{ title: '${phrase}' }])`,
  ]
  for (const each of expectations) {
    expect(quoted(each)).toEqual([phrase])
    expect(quoted(`test('${phrase}', () => ${each})`)).toEqual([phrase])
    expect(quoted(`const given = '${phrase}'\n${each}`)).toEqual([])
  }
})

/** Builds the package `@partie/board` from the sources of the page: a module, its types and its style sheets. */

import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'
import { defineConfig, type Plugin } from 'vite'
import { pictograms } from '../../compiling'

const here = import.meta.dirname
const client = join(here, '../..')
const entry = join(here, 'index.ts')

/** The types of the entry, and of all that these are made of, file by file. */
function types(): Plugin {
  return {
    name: 'types',
    generateBundle() {
      const told = ts.getParsedCommandLineOfConfigFile(
        join(client, 'tsconfig.json'),
        { noEmit: false, declaration: true, emitDeclarationOnly: true, rootDir: client, outDir: client },
        { ...ts.sys, onUnRecoverableConfigFileDiagnostic: ({ messageText }) => this.error(String(messageText)) },
      )
      const written = new Map<string, string>()
      ts.createProgram([entry], told?.options ?? {}).emit(undefined, (path, text) => written.set(path, text))
      const emit = (path: string): void => {
        const text = written.get(path)
        if (text === undefined) return
        written.delete(path)
        const source = text.replaceAll(/from '(\.[^']+)'/g, (_, to: string) => {
          emit(join(dirname(path), `${to}.d.ts`))
          // The entry comes to lie beside the rest. Node asks for the ends of names.
          return `from '${to.replace(/^\.\.\/\.\.\/src\//, './src/')}.js'`
        })
        this.emitFile({ type: 'asset', fileName: relative(path.startsWith(here) ? here : client, path), source })
      }
      emit(entry.replace(/\.ts$/, '.d.ts'))
    },
  }
}

/** Files that go along as they are. */
function along(files: Readonly<Record<string, string>>): Plugin {
  return {
    name: 'along',
    generateBundle() {
      for (const [fileName, path] of Object.entries(files)) {
        this.emitFile({ type: 'asset', fileName, source: readFileSync(join(client, path), 'utf8') })
      }
    },
  }
}

export default defineConfig({
  root: here,
  publicDir: false,
  plugins: [
    pictograms(),
    types(),
    along({
      'flights.css': 'src/motion/flights.css',
      'scoringsheet.css': 'src/ui/scoringsheet.css',
      LICENSE: '../LICENSE',
    }),
  ],
  build: {
    target: 'es2022',
    minify: false,
    reportCompressedSize: false,
    // What is only declared, and not used, stays out.
    rolldownOptions: { treeshake: { moduleSideEffects: false } },
    lib: { entry, formats: ['es'], fileName: 'index' },
  },
})

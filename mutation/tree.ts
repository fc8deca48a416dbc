import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ts from 'typescript'

export interface Tree {
  /** The URL in the copy of the file that is built from a source. */
  built: (source: string) => URL
  remove: () => void
}

/** Copies the built project to a folder of its own and replaces these sources. */
export function plantTree(project: string, sources: ReadonlyMap<string, string>): Tree {
  const folder = mkdtempSync(join(tmpdir(), 'op-mutants-'))
  const built = (source: string): string => join(folder, 'dist', source.replace(/\.ts$/, '.js'))
  for (const name of ['package.json', 'dist'])
    cpSync(join(project, name), join(folder, name), { recursive: true })
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'))
  for (const [source, text] of sources) writeFileSync(built(source), compiled(text))
  return {
    built: (source) => new URL(`file://${built(source)}`),
    remove: () => rmSync(folder, { recursive: true }),
  }
}

/** Compiles without checking types, because most mutants have wrong ones. */
const compiled = (text: string): string =>
  ts.transpileModule(text, {
    compilerOptions: {
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.ESNext,
      verbatimModuleSyntax: true,
      rewriteRelativeImportExtensions: true,
    },
  }).outputText

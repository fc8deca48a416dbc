import { ConfigurationError } from '../core/errors.ts'
import type { GrantedSource, TokenBook } from './target.ts'

/** None of its places is filled. */
export function createTokenBook(file: string): TokenBook {
  const wanted: string[] = []
  const sources = new Map<string, GrantedSource>()
  const sourceOf = (name: string): GrantedSource => {
    const source = sources.get(name)
    if (source) return source
    throw new ConfigurationError(
      'ERR_NO_TOKEN',
      `${file}: ${name} is requested when a run begins, and this command requests no tokens; give the token in the target file`,
    )
  }
  return {
    names: () => wanted,
    put: (name, source) => void sources.set(name, source),
    credential: (name) => {
      wanted.push(name)
      return {
        name,
        value: async () => sourceOf(name).value(),
        hold: async (tell) => (await sourceOf(name).hold?.(tell)) ?? (() => undefined),
        renewed: async (refused) => (await sourceOf(name).renewed?.(refused)) ?? false,
      }
    },
  }
}

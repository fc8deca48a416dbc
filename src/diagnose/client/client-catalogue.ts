import type { Catalogue } from '../../catalogue/catalogue.ts'

/**
 * The requirements that bind the client. Unlike in a run against a server, a requirement counts even if no response can
 * show it, so `untested` and `later` are dropped. Notes bind nobody and are left out.
 */
export function clientCatalogue(catalogue: Catalogue): Catalogue {
  return new Map(
    [...catalogue]
      .filter(([, { actor, level }]) => actor === 'client' && level !== 'note')
      .map(([id, { untested: _, later: __, ...requirement }]) => [id, requirement]),
  )
}

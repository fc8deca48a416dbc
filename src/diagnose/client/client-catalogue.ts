import type { Catalogue } from '../../catalogue/catalogue.ts'

/**
 * The requirements that bind the client. That no answer of a server shows one is no reason here; what binds nobody is
 * left out.
 */
export function clientCatalogue(catalogue: Catalogue): Catalogue {
  return new Map(
    [...catalogue]
      .filter(([, { actor, level }]) => actor === 'client' && level !== 'note')
      .map(([id, { untested: _, later: __, ...requirement }]) => [id, requirement]),
  )
}

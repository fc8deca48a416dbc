import { listOf, mappingOf, text } from './mapping.ts'
import { specProblem } from './spec-file.ts'

/** A quotation from the published Open Payments documents. */
export interface Published {
  /**
   * The document and the path to the sentence in it:
   * `auth-server#components.schemas.access_token.properties.expires_in.description`.
   */
  at: string
  /** The quotation, verbatim except for white space. A part of a schema is quoted as its YAML. */
  says: string
}

const place = /^(resource-server|auth-server)#\S+$/

/** Reads quotations, on which profiles that extend the interface rest. Throws if there is none. */
export function quotationsIn(value: unknown, where: string): Published[] {
  const quotations = listOf(value, where).map((one, index) => {
    const quotation = mappingOf(one, `${where}: quotation ${index + 1}`, ['at', 'says'])
    const at = text(quotation, 'at')
    if (!place.test(at))
      throw specProblem(quotation.place, 'at is not resource-server#place or auth-server#place')
    return { at, says: text(quotation, 'says').trim().replace(/\s+/g, ' ') }
  })
  if (quotations.length > 0) return quotations
  throw specProblem(where, 'is empty: quote the published text, or take the key away')
}

import type { OpenAPIV3_1 } from 'openapi-types'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { Profile } from '../../catalogue/profile.ts'
import { bodyJudgings, furtherBodyJudgings } from './bodies.ts'
import type { Claim, Judging } from './claim.ts'
import { signatureJudgings } from './signatures.ts'
import { stateJudging } from './state.ts'
import { tokenJudgings } from './tokens.ts'

/** What clients are judged by. */
export interface Specification {
  profile: Profile
  openapi: OpenAPIV3_1.Document
  /** What binds the client; see `clientCatalogue`. */
  catalogue: Catalogue
}

/** How each requirement of the client is judged. Throws where one cannot be. */
export function clientClaims({ profile, openapi, catalogue }: Specification): Claim[] {
  const judgings: Record<string, Judging> = {
    ...bodyJudgings(openapi, catalogue),
    ...furtherBodyJudgings,
    ...signatureJudgings,
    ...tokenJudgings(profile),
  }
  return [...catalogue.values()].map((requirement): Claim => {
    const judging = judgings[requirement.id] ?? stateJudging(requirement)
    if (!judging) throw new Error(`nothing judges ${requirement.id}, which binds the client`)
    const { on = () => profile.operations, ...rest } = judging
    return { requirement: requirement.id, operations: on(profile), ...rest }
  })
}

import type { RequestDraft } from '../../http/draft.ts'
import { plainestForm } from '../../target-file/plainest-form.ts'
import type { Signing, Target } from '../../target-file/target.ts'
import type { Layer } from './transport.ts'

/** What is known of a target's signatures: what its file says, and what the start of the run found out. */
export interface FoundSigning {
  target: Target
  signing: Partial<Signing>
}

/** Signs every request as `found` says at that time. */
export function signed(found: FoundSigning): Layer {
  return (next) => (draft, tamper) => next(signedAsFound(found, draft), tamper)
}

/**
 * The draft, signed as the start of the run found that the server wants it. A check that names components of its own is
 * about those of the interface: what the server asks for beside them is covered too, unless it says `exactly`.
 */
export function signedAsFound({ signing: found, target }: FoundSigning, draft: RequestDraft): RequestDraft {
  const { signing = {} } = draft
  if (signing === 'none') return draft
  const { components = target.signing.components } = found
  const further = components.filter((name) => !plainestForm.components.includes(name))
  const { parameters = [] } = found
  const needed = parameters.filter((name) => !target.signing.parameters.includes(name))
  const own = apart(signing, needed)
  return { ...draft, signing: { ...found, ...(signing.exactly ? own : covering(own, further)) } }
}

/** Parameters of its own have those too by which the server tells requests apart. */
const apart = (signing: Partial<Signing>, needed: Signing['parameters']): Partial<Signing> =>
  signing.parameters ? { ...signing, parameters: [...new Set([...signing.parameters, ...needed])] } : signing

const covering = (signing: Partial<Signing>, further: readonly string[]): Partial<Signing> => ({
  ...signing,
  ...withComponents(signing, further),
  ...(signing.further
    ? { further: signing.further.map((each) => ({ ...each, ...withComponents(each, further) })) }
    : {}),
})

const withComponents = (
  { components }: Pick<Partial<Signing>, 'components'>,
  further: readonly string[],
): Pick<Partial<Signing>, 'components'> =>
  components ? { components: [...components, ...further.filter((name) => !components.includes(name))] } : {}

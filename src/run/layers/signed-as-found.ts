import type { RequestDraft } from '../../http/draft.ts'
import { type Signing, simplestForm, type Target } from '../../target-file/target.ts'
import type { Layer } from './transport.ts'

/** The facts about a target's signatures: those of its file, and those that the start of the run found out. */
export interface FoundSigning {
  target: Target
  signing: Partial<Signing>
}

/** Signs every request as `found` says at the time of sending. */
export function signed(found: FoundSigning): Layer {
  return (next) => (draft, tamper) => next(signedAsFound(found, draft), tamper)
}

/**
 * Returns the draft, signed in the form that the start of the run found the server to want. A check that names its own
 * components tests those of the interface. So the components that the server additionally requires are covered too,
 * unless the check says `exactly`.
 */
export function signedAsFound({ signing: found, target }: FoundSigning, draft: RequestDraft): RequestDraft {
  const { signing = {} } = draft
  if (signing === 'none') return draft
  const { components = target.signing.components } = found
  const further = components.filter((name) => !simplestForm.components.includes(name))
  const { parameters = [] } = found
  const needed = parameters.filter((name) => !target.signing.parameters.includes(name))
  const own = apart(signing, needed)
  return { ...draft, signing: { ...found, ...(signing.exactly ? own : covering(own, further)) } }
}

/** Adds the parameters by which the server tells requests apart to a draft that names parameters of its own. */
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

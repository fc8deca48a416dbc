import { isSameUrl } from '../../core/urls.ts'
import { isAccepted } from '../../http/answers/answer.ts'
import { givenTwice } from '../../probe/given-twice.ts'
import { refusedOtherClient } from '../../probe/other-client.ts'
import type { Target } from '../../target-file/target.ts'
import { withAlteredSignature, withInventedKeyId } from './blame.ts'
import type { DoctorContext } from './context.ts'
import { contradicts, type DoctorFinding, fails, warns } from './finding.ts'
import { signedBy, withToken } from './probes/credentials.ts'
import { walletOfFirst } from './probes/wallet.ts'
import { by, listOutgoing } from './requests.ts'
import { proberOf, type Trials } from './trials.ts'
import { answerOf, lackingInWords, soundsLike } from './words.ts'

/** Examines the second wallet, client and key. */
export async function lookAtOthers(context: DoctorContext): Promise<void> {
  const { target, trials, report, list, quote } = context
  const { otherWallet, otherClient } = target
  // With grants, the key of otherClient also serves as otherKey. The target file has no otherKey then, even if otherClient
  // has no token yet.
  const otherKey = target.otherKey?.isOtherClients ? undefined : target.otherKey
  const keys = target.otherKey?.isOtherClients ? {} : { otherKey }
  const given = Object.entries({ otherWallet, otherClient, ...keys })
  const twice = await givenTwice(target)
  for (const name of ['otherWallet', 'otherClient', 'otherKey']) report.note(contradicts(twice.get(name)))
  const accepted = (isAccepted(list) ? listOutgoing : (quote?.ask ?? listOutgoing))(target)
  if (otherWallet && !twice.has('otherWallet'))
    for (const finding of await ofOtherWallet(otherWallet, trials)) report.note(finding)
  if (!twice.has('otherClient'))
    report.note(contradicts(await refusedOtherClient(proberOf(trials), accepted)))
  if (otherKey && !twice.has('otherKey')) report.note(await ofOtherKey(otherKey, trials))
  const names = (isGiven: boolean): string[] =>
    given.flatMap(([name, value]) => ((value !== undefined) === isGiven ? [name] : []))
  if (names(true).length > 0)
    report.isGood('others', `${names(true).join(', ')}: the server seems to know them`)
  for (const text of lackingInWords(names(false), target)) report.isUnseen('others', text)
}

const ofOtherWallet = async (
  { walletAddress, token }: NonNullable<Target['otherWallet']>,
  trials: Trials,
): Promise<DoctorFinding[]> => {
  const { target } = trials
  const own = await trials.ask(listOutgoing, { target: { ...withToken(target, token), walletAddress } })
  if (!isAccepted(own)) {
    return [
      fails({
        fact: `The server refuses the list of otherWallet with its own token (${answerOf(own)})`,
        place: ['otherWallet', 'token'],
        next: 'give a token with full rights on otherWallet.walletAddress, bound to the key of signing; or correct the address',
      }),
    ]
  }
  const foreign = await trials.ask(by(token, listOutgoing))
  if (!isAccepted(foreign) || !isSameUrl(walletOfFirst(foreign) ?? '', target.walletAddress)) return []
  return [
    fails({
      fact: `The server shows the payments of walletAddress to otherWallet.token (${answerOf(foreign)})`,
      place: ['otherWallet', 'token'],
      next: 'give a token with rights only on the other wallet; if this token is such a token, the server does not check it, and a run will report that',
    }),
  ]
}

/** Judges a key that has no token of its own. The only evidence is how the server refuses it. */
const ofOtherKey = async (
  { key, boundElsewhere }: NonNullable<Target['otherKey']>,
  trials: Trials,
): Promise<DoctorFinding | undefined> => {
  const { target } = trials
  const tried = await trials.ask(listOutgoing, { target: signedBy(target, key) })
  if (isAccepted(tried)) return boundElsewhere ? notBound : undefined
  const invented = await trials.ask(listOutgoing, { target: withInventedKeyId(target) })
  const altered = await trials.ask(listOutgoing, { tamper: withAlteredSignature })
  if (!soundsLike(tried, invented) || soundsLike(altered, invented)) return undefined
  return warns({
    fact: `The server answers the key of otherKey in the same way as an invented key id (${answerOf(tried)})`,
    place: ['otherKey'],
    next: `register its public half under "${key.keyId}"; only a key that the server knows can show that tokens are bound to keys`,
  })
}

const notBound = fails({
  fact: 'The server accepts tokens.full with the key of otherKey, although otherKey.boundElsewhere is true',
  place: ['otherKey', 'boundElsewhere'],
  next: 'remove it if tokens.full is not bound to the key of signing; if the token is bound, a run will report that the server does not check it',
})

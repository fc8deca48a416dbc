import { ConfigurationError } from '../core/errors.ts'
import { schemaProblems } from '../target-file/schema.ts'

/** A question of `init`. The answer is one line of text. */
export interface Question {
  name: QuestionName
  /** The option that answers the question. */
  option: string
  asks: string
  /** The answer that an empty one stands for. If it is undefined, the user must give an answer. */
  otherwise?: string
  /** Describes the flaw of an answer, in words that follow "it". Never shows the answer itself. */
  flaw: (text: string) => string | undefined
}

export type QuestionName =
  | 'baseUrl'
  | 'walletAddress'
  | 'asset'
  | 'key'
  | 'keyId'
  | 'tokenVariable'
  | 'openReceiver'
  | 'fixedReceiver'

export const aboutServer: readonly Question[] = [
  {
    name: 'baseUrl',
    option: '--base-url',
    asks: 'Base URL of the server, without /quotes',
    flaw: (text) => flawIn({ baseUrl: text }, 'baseUrl'),
  },
  {
    name: 'walletAddress',
    option: '--wallet-address',
    asks: 'Wallet address under test, as a URL',
    flaw: (text) => flawIn({ walletAddress: text }, 'walletAddress'),
  },
  {
    name: 'asset',
    option: '--asset',
    asks: 'Asset of the wallet, code and scale, such as USD/2 (leave empty to ask the server)',
    otherwise: '',
    flaw: (text) => (text === '' ? undefined : flawIn({ walletAsset: assetOf(text) }, 'walletAsset')),
  },
  {
    name: 'key',
    option: '--key',
    asks: "File with the client's private key, JWK or PEM; created if the file does not exist",
    otherwise: 'op-conformance-key.jwk',
    flaw: () => undefined,
  },
]

/** Returns the questions about access. `keyId` is the likely answer to the first one. */
export function aboutAccess(keyId: string): readonly Question[] {
  return [
    {
      name: 'keyId',
      option: '--key-id',
      asks: 'Key id under which the server knows the key',
      otherwise: keyId,
      flaw: (text) => flawIn({ signing: { keyId: text } }, 'signing.keyId'),
    },
    {
      name: 'tokenVariable',
      option: '--token-variable',
      asks: 'Environment variable that holds the access token; the token itself is never written',
      otherwise: 'OP_TOKEN',
      flaw: (text) =>
        /^[A-Za-z_][A-Za-z0-9_]*$/.test(text) ? undefined : 'is not the name of a variable, such as OP_TOKEN',
    },
    receivers('openReceiver', '--open-receiver', 'without an incomingAmount'),
    receivers('fixedReceiver', '--fixed-receiver', 'with an incomingAmount'),
  ]
}

const receivers = (name: QuestionName, option: string, which: string): Question => ({
  name,
  option,
  asks: `Incoming payments ${which} for quotes and payments: URLs separated by spaces (leave empty for none)`,
  otherwise: '',
  flaw: (text) => flawIn({ receivers: { open: wordsOf(text) } }, 'receivers.open'),
})

export function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '')
}

/** Parses `USD/2` or `USD 2`. */
export function assetOf(text: string): { assetCode: string; assetScale: number } {
  const [assetCode = '', scale = ''] = text.trim().split(/\s*[/\s]\s*/)
  return { assetCode, assetScale: scale === '' ? Number.NaN : Number(scale) }
}

/** Returns the objection of the target file's schema to a value, or undefined if it is valid. */
const flawIn = (tree: object, place: string): string | undefined => {
  const problem = schemaProblems(tree).find(({ path }) => `${path.join('.')}.`.startsWith(`${place}.`))
  return problem?.fact.replace(/^found .*, expected /, 'has to be ')
}

export type InitAnswers = Record<QuestionName, string>

/** The source of answers that no option gives. */
export interface Respondent {
  /** Set if a person answers, who is asked again after an invalid answer. */
  isPerson: boolean
  /** Asks a question. Resolves to undefined if no more answers will come. */
  ask: (question: string, options?: { hidden?: boolean }) => Promise<string | undefined>
}

export const noAnswers: InitAnswers = {
  baseUrl: '',
  walletAddress: '',
  asset: '',
  key: '',
  keyId: '',
  tokenVariable: '',
  openReceiver: '',
  fixedReceiver: '',
}

/**
 * Returns the answer to a question: that of its option, or else that of the respondent, or else the default of the
 * question.
 */
export async function answerTo(
  question: Question,
  given: string | undefined,
  respondent: Respondent | undefined,
): Promise<string> {
  if (given !== undefined || !respondent) return accepted(question, given)
  const { asks, otherwise } = question
  const words = `${asks}${otherwise ? ` [${otherwise}]` : ''}:`
  let answer = await respondent.ask(words)
  while (respondent.isPerson && answer !== undefined) {
    const flaw = objection(question, answer.trim() || otherwise)
    if (flaw === undefined) break
    answer = await respondent.ask(`It ${flaw}. ${words}`)
  }
  return accepted(question, answer?.trim() || undefined)
}

const objection = (question: Question, text: string | undefined): string | undefined =>
  text === undefined ? 'is required' : question.flaw(text)

/** Returns a valid answer. Throws a ConfigurationError, which never shows the answer, if it is invalid. */
const accepted = (question: Question, given: string | undefined): string => {
  const text = given ?? question.otherwise
  const flaw = objection(question, text)
  if (text !== undefined && flaw === undefined) return text
  throw new ConfigurationError(
    'ERR_INIT_ANSWER',
    `${question.asks}: it ${flaw}; enter it or set ${question.option}`,
  )
}

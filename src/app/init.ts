import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { ConfigurationError } from '../core/errors.ts'
import { readTextFile } from '../core/text-file.ts'
import { Interrupted } from '../http/failure.ts'
import { kidIn, type NewJwk, privateJwk, publicJwk } from '../init/key.ts'
import {
  aboutAccess,
  aboutServer,
  answerTo,
  type InitAnswers,
  noAnswers,
  type Question,
  type Respondent,
} from '../init/questions.ts'
import { targetText } from '../init/target-text.ts'
import { line, lines } from '../report/text/printable.ts'
import { loadTarget } from '../target-file/reading/load.ts'
import type { Target } from '../target-file/target.ts'
import { doctor } from './doctor.ts'
import { loadingIn } from './environment.ts'
import { exit } from './exit.ts'
import { withFile, writeWhole } from './files.ts'
import type { Questioner } from './requests/conversation.ts'
import type { GuardedIo } from './run/guarded.ts'
import { type ByUrlOptions, writeTargetByUrl } from './target-by-url.ts'

/** The answers that options give, and the way of asking for the others. */
export interface InitOptions extends Partial<Omit<InitAnswers, 'openReceiver' | 'fixedReceiver'>> {
  openReceiver?: string[]
  fixedReceiver?: string[]
  /** Set if no question is asked. */
  yes?: boolean
  force?: boolean
}

/**
 * Writes a target file for a wallet address. The file leaves its tokens to the harness. Asks only for what no option
 * says. Does not have the doctor test it, because that needs consent.
 */
export async function initByUrl(
  walletAddress: string,
  file: string,
  { yes, force, ...given }: ByUrlOptions & Pick<InitOptions, 'yes' | 'force'>,
  io: GuardedIo,
): Promise<number> {
  if (existsSync(resolve(io.cwd, file)) && !force) throw alreadyThere(file)
  const conversation = yes || given.other !== undefined ? undefined : io.converse()
  try {
    const other = given.other ?? (conversation && (await otherFrom(respondentIn(conversation, io))))
    const options = { ...given, ...(other ? { other } : {}) }
    const target = await writeTargetByUrl(walletAddress, file, options, io)
    io.hide(target.secrets)
    io.stdout.write(lines(writtenByUrl(file, target)))
    return exit.fine
  } catch (error) {
    if (error instanceof Interrupted) return exit.interrupted
    throw error
  } finally {
    conversation?.close()
  }
}

const otherFrom = async ({ ask }: Respondent): Promise<string | undefined> =>
  (
    await ask(
      'A second wallet address on the same server, where incoming payments are created (leave empty for none):',
    )
  )?.trim()

const writtenByUrl = (file: string, { grants, signing, otherClient }: Target): string => {
  const isServed = grants?.client.kind === 'served'
  const halves = [signing, ...(otherClient ? [otherClient.signing] : [])].map(({ key }) =>
    JSON.stringify(publicJwk(key.privateKey, key.keyId, key.alg)),
  )
  return [
    `wrote ${file} and the private keys of its clients beside it; keep them secret`,
    ...(isServed ? [] : ['the jwks.json of the client has to contain this public key:', ...halves]),
    `To test these settings, with your consent and without payments: op-conformance doctor ${file}`,
    `To judge the server: op-conformance run ${file}`,
    '',
  ].join('\n')
}

/**
 * Asks for everything that a target file needs, writes it, creates a key if there is none, and has the doctor test it.
 */
export async function init(file: string, options: InitOptions, io: GuardedIo): Promise<number> {
  if (existsSync(resolve(io.cwd, file)) && !options.force) throw alreadyThere(file)
  const conversation = options.yes ? undefined : io.converse()
  try {
    const answers = await answersFor(file, options, conversation, io)
    await writeDown(file, answers, io)
    return await test(file, answers.tokenVariable, conversation, io)
  } catch (error) {
    if (error instanceof Interrupted) return exit.interrupted
    throw error
  } finally {
    conversation?.close()
  }
}

const alreadyThere = (file: string): ConfigurationError =>
  new ConfigurationError(
    'ERR_TARGET_FILE_EXISTS',
    `${file} already exists; name another file, or replace it with --force`,
  )

const answersFor = async (
  file: string,
  options: InitOptions,
  conversation: Questioner | undefined,
  io: GuardedIo,
): Promise<InitAnswers> => {
  const { openReceiver, fixedReceiver, ...plain } = options
  const given: Partial<InitAnswers> = {
    ...plain,
    ...(openReceiver ? { openReceiver: openReceiver.join(' ') } : {}),
    ...(fixedReceiver ? { fixedReceiver: fixedReceiver.join(' ') } : {}),
  }
  const respondent = conversation && respondentIn(conversation, io)
  const answers = { ...noAnswers }
  const askAll = async (questions: readonly Question[]): Promise<void> => {
    for (const question of questions)
      answers[question.name] = await answerTo(question, given[question.name], respondent)
  }
  await askAll(aboutServer)
  await askAll(aboutAccess(kidOf(keyPath(file, answers, io)) ?? 'op-conformance'))
  return answers
}

const respondentIn = ({ isPerson, ask }: Questioner, { signal: interrupted }: GuardedIo): Respondent => ({
  isPerson,
  ask: async (question, options) => {
    const answer = await ask(question, options)
    if (interrupted.aborted) throw new Interrupted()
    return answer
  },
})

/** Resolves the path of the key, which is relative to the folder of the target file. */
const keyPath = (file: string, { key }: InitAnswers, { cwd }: GuardedIo): string =>
  resolve(dirname(resolve(cwd, file)), key)

const kidOf = (path: string): string | undefined =>
  existsSync(path) ? kidIn(readFileSync(path, 'utf8')) : undefined

/** Writes the target file, and a key if there is none. Writes neither before both are known to be readable. */
const writeDown = async (file: string, answers: InitAnswers, io: GuardedIo): Promise<void> => {
  const path = resolve(io.cwd, file)
  const keyFile = keyPath(file, answers, io)
  const key = existsSync(keyFile)
    ? undefined
    : `${JSON.stringify(privateJwk(randomBytes(32), answers.keyId), null, 2)}\n`
  const text = targetText(answers)
  const target = await loadTarget({
    ...loadingIn(io),
    file,
    env: { ...io.env, [answers.tokenVariable]: 'given-later' },
    readFile: async (asked) => {
      if (asked === path) return text
      return asked === keyFile && key !== undefined ? key : readTextFile(asked)
    },
  })
  io.hide(target.secrets)
  if (key !== undefined) {
    withFile(`The key file ${answers.key}`, () => writeFileSync(keyFile, key, { mode: 0o600, flag: 'wx' }))
  }
  withFile(`The target file ${file}`, () => writeWhole(path, text))
  const { keyId, alg, privateKey } = target.signing.key
  const made = key === undefined ? undefined : answers.key
  io.stdout.write(lines(writtenText(file, made, publicJwk(privateKey, keyId, alg))))
}

const writtenText = (file: string, key: string | undefined, half: NewJwk | undefined): string =>
  [
    `wrote ${file}${key === undefined ? '' : `, and a new private key to ${key}; keep it secret`}`,
    ...(half ? ['register this public key with the server:', JSON.stringify(half)] : []),
    '',
  ].join('\n')

const test = async (
  file: string,
  variable: string,
  conversation: Questioner | undefined,
  io: GuardedIo,
): Promise<number> => {
  const token =
    io.env[variable] || (conversation && (await tokenFrom(variable, respondentIn(conversation, io))))
  if (token) return doctor(file, { format: 'text' }, { ...io, env: { ...io.env, [variable]: token } })
  io.stdout.write(
    line`not tested, because ${variable} is not set; set it, then run: op-conformance doctor ${file}\n`,
  )
  return exit.fine
}

const tokenFrom = async (variable: string, { ask }: Respondent): Promise<string | undefined> => {
  const asks = `Access token for the test, because ${variable} is not set (it is neither shown nor written; leave it empty to skip the test):`
  return (await ask(asks, { hidden: true }))?.trim()
}

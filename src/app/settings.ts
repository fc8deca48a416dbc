import { didYouMean } from '../catalogue/nearest.ts'
import { ConfigurationError } from '../core/errors.ts'

/** The values that a setting takes, and how an error message asks for them. */
interface SettingKind {
  fits: (value: unknown) => boolean
  asked: string
}

/** The kind of each setting that a function of the API has. */
export type SettingKinds<Settings> = { [Name in keyof Required<Settings>]: SettingKind }

export const texts: SettingKind = {
  fits: (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
  asked: 'a list of texts',
}

const ofType = (type: 'string' | 'boolean' | 'function', asked: string): SettingKind => ({
  fits: (value) => typeof value === type,
  asked,
})

export const text = ofType('string', 'a text')
export const yesOrNo = ofType('boolean', 'true or false')
export const callback = ofType('function', 'a function')

export const object: SettingKind = {
  fits: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  asked: 'an object',
}

export const abortSignal: SettingKind = {
  // A signal of another realm is no instance of this one's class.
  fits: (value) => object.fits(value) && typeof Object(value).addEventListener === 'function',
  asked: 'an AbortSignal',
}

export const objects: SettingKind = {
  fits: (value) => Array.isArray(value) && value.every(object.fits),
  asked: 'a list of objects',
}

export const wholeNumber = (least: number, most: number): SettingKind => ({
  fits: (value) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most,
  asked: `a whole number from ${least} to ${most}`,
})

export const oneOf = (...values: readonly string[]): SettingKind => ({
  fits: (value) => values.includes(String(value)),
  asked: values.map((value) => `'${value}'`).join(' or '),
})

export const seed = wholeNumber(0, 2 ** 31 - 1)

/**
 * Throws a ConfigurationError if the settings of a function have a name that it does not know, or a value that it cannot
 * use. A setting that is undefined counts as missing.
 */
export function checkSettings<Settings extends object>(
  of: string,
  settings: Settings,
  kinds: SettingKinds<Settings>,
): void {
  if (!object.fits(settings))
    throw new ConfigurationError('ERR_SETTING', `the settings of ${of} have to be ${object.asked}`)
  const known = new Map(Object.entries<SettingKind>(kinds))
  for (const [name, value] of Object.entries(settings)) {
    const kind = known.get(name)
    if (!kind)
      throw new ConfigurationError(
        'ERR_SETTING',
        `${of} has no setting ${JSON.stringify(name)}${didYouMean(name, known.keys()) || `; it has ${[...known.keys()].join(', ')}`}`,
      )
    if (value !== undefined && !kind.fits(value))
      throw new ConfigurationError('ERR_SETTING', `the setting ${name} of ${of} has to be ${kind.asked}`)
  }
}

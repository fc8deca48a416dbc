/** Why a bundle, or a run in it, is not what it says it is. */
export class Refused extends Error {
  override readonly name = 'Refused'
}

/** The reason, as a sentence, why a run ends early without the user interrupting it. */
export class Stopped extends Error {
  override readonly name = 'Stopped'
}

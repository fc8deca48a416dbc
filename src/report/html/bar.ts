import { type Html, html } from './escape.ts'

/** A share of a whole, with its meaning. */
export interface Share {
  kind: 'held' | 'noted' | 'warned' | 'broken' | 'missed' | 'untested'
  count: number
}

/**
 * Draws shares of a whole as a bar. The text beside it says the same, so the bar is hidden from assistive technology.
 */
export function bar(shares: readonly Share[]): Html {
  const whole = shares.reduce((sum, { count }) => sum + count, 0)
  const starts = shares.map((_, index) => shares.slice(0, index).reduce((sum, { count }) => sum + count, 0))
  return html`<svg class="bar" viewBox="0 0 ${Math.max(whole, 1)} 1" preserveAspectRatio="none" aria-hidden="true" focusable="false">${shares.map(
    ({ kind, count }, index) =>
      count > 0 && html`<rect class="${kind}" x="${starts[index]}" y="0" width="${count}" height="1"/>`,
  )}</svg>`
}

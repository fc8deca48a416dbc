import { controlScript } from './control.ts'
import { exchangeScript } from './exchanges.ts'
import { feedScript } from './feed.ts'
import { resourceScript } from './resources.ts'
import { textScript } from './text.ts'

/**
 * All that the live page does, in one script. Whatever a request or an answer holds becomes text of an element, never
 * markup, and what a screen obeys instead of showing it is shown by its number.
 */
export const script = `'use strict'
{
${[textScript, exchangeScript, resourceScript, controlScript, feedScript].join('')}}
`

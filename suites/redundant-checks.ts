/** Gives several checks the same reason. */
const because = (reason: string, checks: readonly string[]): Record<string, string> =>
  Object.fromEntries(checks.map((check) => [check, reason]))

/**
 * Checks without which no fault of the mock would go unnoticed, each with the reason for keeping it. The kill matrix
 * reports every other redundant check.
 */
export const redundantChecks: Readonly<Record<string, string>> = {
  'start/whole-and-bare': 'A run cannot begin without it.',
  'tokens/other-wallet-creates':
    'The check whose bodies name both wallets notices the same, but a server may refuse such bodies for their form.',
  'lists/no-wallet-address':
    'The other check names no wallet with a token of another one, which a server may refuse before it looks at the parameters.',
  'quotes/amount-of-zero':
    'The other check has a second amount beside the zero, for which a server may refuse the request before it looks at values.',
  ...because(
    'Quotes and payments have their amounts read by the same guards of the mock; another server may read them in two places.',
    [
      'payments/an-amount-whose-asset-code-is-no-text',
      'payments/an-amount-whose-asset-scale-is-above-255',
      'payments/an-amount-whose-asset-scale-is-no-integer',
      'payments/an-amount-whose-value-is-no-uint64',
      'payments/an-amount-without-asset-code',
      'payments/an-amount-without-asset-scale',
      'payments/an-amount-without-value',
      'quote-bodies/an-amount-whose-asset-code-is-no-text',
      'quote-bodies/an-amount-whose-asset-scale-is-above-255',
      'quote-bodies/an-amount-whose-asset-scale-is-no-integer',
      'quote-bodies/an-amount-whose-value-is-no-uint64',
      'quote-bodies/an-amount-without-asset-code',
      'quote-bodies/an-amount-without-asset-scale',
      'quote-bodies/an-amount-without-value',
    ],
  ),
  ...because('The mock has one limit for all bodies; another server may have one for each operation.', [
    'payments/a-megabyte-body',
    'quote-bodies/large',
  ]),
  ...because(
    'It judges every answer of a run, also those that no check was made for; the checks that notice the same judge their own.',
    [
      'rules/expired-quote-not-paid',
      'rules/incoming-payment-agrees-with-itself',
      'rules/nothing-received-after-expiry',
      'rules/outgoing-payment-agrees-with-itself',
      'rules/page-length',
      'rules/quote-agrees-with-itself',
      'rules/quote-paid-once',
      'rules/received-amount-within-incoming-amount',
    ],
  ),
  ...because('It brings about on purpose what the rule that detects the same has to happen on.', [
    'expiry/expiring-receiver',
    'lists/near-wallet-addresses',
    'overpaying/fixed-receiver',
    'payments/metadata',
    'quotes/fixed-receive-is-kept',
    'quotes/requested-at-the-same-time',
    'sequences/quotes-and-reads',
  ]),
  ...because(
    'It asks what the interface leaves open, and tells it by a note; only a server error fails it.',
    [
      'lists/open-pages',
      'lists/open-parameters',
      'payments/unknown-field',
      'quote-bodies/duplicate-keys',
      'quote-bodies/null-for-optional',
      'quote-bodies/unknown-field',
      'signature-notes/broken-beside-good',
    ],
  ),
  ...because(
    'Ids of another form are a fixed list, odd ones are generated: each asks for what the other may not.',
    ['ids/odd-id-of-incoming-payment', 'ids/other-form-of-incoming-payment', 'ids/other-form-of-quote'],
  ),
  'quote-bodies/deep-nesting':
    'Every run of it asks for the depth; the other check does so as one of many bodies.',
  'expiry/old-quote':
    'Only this check controls the age of the quote that it pays; in other checks the age depends on chance.',
  'quotes/fixed-send-is-kept': 'The other check needs receivers.otherAsset, which a target file may lack.',
  'quotes/to-other-asset':
    'Only it has amounts converted; what the mock gets wrong there it gets wrong in one asset too.',
  'races/dropped-answer': 'Only it breaks a connection off.',
  'races/quote-paid-by-many':
    'Only it pays at the same time; in virtual time the mock takes payments one after the other for that too.',
  'settling/moves-and-arrives': 'Only it pays twice at once into a receiver that nobody else pays into.',
  'settling/one-after-another':
    'Only in this check do the rules about what a grant has spent see a rise that they can be sure of.',
  'tampering/target-uri-added-query':
    'Only it adds a query where the operation has none; a server may compare the query only of lists, and the mock compares it in one place.',
  'content-digest/of-other-bytes':
    'A digest of other bytes is a mistake of the client, an altered body one on the way; the mock compares both in one place.',
  'content-digest/removed':
    'A server may verify a digest only where there is one; the mock misses it by the signature alone.',
  ...because(
    'What is not covered, and what could be exchanged because of that, are two things to get wrong.',
    ['content-digest/uncovered-and-of-other-bytes', 'signatures/uncovered-content-digest'],
  ),
  ...because(
    'One guard of the mock refuses a keyid that is absent, unknown or of a stranger; a server may fall back to a known key in one of these cases.',
    ['signatures/absent-keyid', 'signing-keys/unregistered'],
  ),
  ...because(
    'The mock looks for a component that is listed twice in one place; a server may look only for some components.',
    ['signatures/component-twice', 'signatures/content-digest-twice'],
  ),
  ...because(
    'A server may accept the parts of a URL in place of the whole, or not require the URL at all; the mock has one guard for both.',
    ['signatures/target-uri-in-parts', 'signatures/uncovered-target-uri'],
  ),
  ...because(
    'The mock compares the names of all components in one place; a server may look for content-digest elsewhere, as only a body needs it.',
    ['signatures/component-of-a-similar-name', 'signatures/content-digest-of-a-similar-name'],
  ),
  'signatures/labels-differ':
    'Labels that have nothing in common are the plain mistake; those of the other check resemble each other.',
  'signatures/none-whole':
    'One signature is broken as a whole here; in the other check two lists share the label of a good one.',
  'signatures/unreadable':
    'Headers that are missing or no text of RFC 9421 at all may be read elsewhere than members of the wrong type.',
  'tokens/unknown':
    'The other check alters an issued token, which a server may find by a part of it; no issued token resembles this one.',
  ...because(
    'Derived components and header fields are read by different code; the fault of the mock refuses both.',
    ['signed-forms/further-components', 'signed-forms/further-headers'],
  ),
  ...because(
    'Each alters another part of what is verified, which the mock verifies in one place; a server that reads one part from elsewhere misses that one.',
    [
      'signatures/altered',
      'signing-keys/unregistered-under-the-right-id',
      'tampering/keyid',
      'tampering/signature-of-another-request',
    ],
  ),
}

/** Which text the mock serves: the interface, or the published specification with what that has beyond it. */
export type ProfileName = 'interface' | 'open-payments-1.3'

/** An error with a code that scripts may rely on. */
abstract class CodedError extends Error {
  readonly code: ErrorCode

  constructor(code: ErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

/**
 * A mistake that the user can mend: in the command line, the target file or another input. It is printed without a
 * stack and leads to exit code 2. Its message has a fact, a place and a next step, and never contains a value that may
 * be a secret.
 */
export class ConfigurationError extends CodedError {
  override readonly name = 'ConfigurationError'
}

/**
 * The server could not be judged although no input is known to be wrong: it cannot be reached, or gives no access.
 * Printed without a stack, exit code 3. The message follows the rules for a ConfigurationError.
 */
export class NotJudgedError extends CodedError {
  override readonly name = 'NotJudgedError'
}

/**
 * Codes of all mistakes that a user can mend, including those in the options of the mock. Scripts may rely on these
 * codes.
 */
export type ErrorCode =
  | 'ERR_BASE_URL_MISSING'
  | 'ERR_BUDGET'
  | 'ERR_BUNDLE_KEY'
  | 'ERR_BUNDLE_RUN'
  | 'ERR_BUNDLE_UNREADABLE'
  | 'ERR_CANNOT_LISTEN'
  | 'ERR_CANNOT_WRITE'
  | 'ERR_CLIENT_KEY'
  | 'ERR_CLOCK'
  | 'ERR_CONSENT_COMMAND'
  | 'ERR_EVENTS_WITHOUT_RUN'
  | 'ERR_EVENT_UNREADABLE'
  | 'ERR_FIXTURES'
  | 'ERR_FIXTURES_UNREADABLE'
  | 'ERR_FOLDER_IN_USE'
  | 'ERR_GRANT_ANSWER'
  | 'ERR_GRANT_CLIENT'
  | 'ERR_GRANT_DECLINED'
  | 'ERR_GRANT_ORIGIN'
  | 'ERR_GRANT_REFUSED'
  | 'ERR_GRANT_RIGHTS'
  | 'ERR_GRANT_UNDECIDED'
  | 'ERR_GRANT_WAIT'
  | 'ERR_HAR_UNREADABLE'
  | 'ERR_INIT_ANSWER'
  | 'ERR_INTERACTION_HASH'
  | 'ERR_KEY_ALGORITHM'
  | 'ERR_KEY_ENCRYPTED'
  | 'ERR_KEY_FILE'
  | 'ERR_KEY_ID'
  | 'ERR_KEY_PUBLIC'
  | 'ERR_KEY_UNREADABLE'
  | 'ERR_KNOWN_FAILURES_IN_PART'
  | 'ERR_KNOWN_FAILURES_REQUIREMENT'
  | 'ERR_KNOWN_FAILURES_STATED'
  | 'ERR_KNOWN_FAILURES_TWICE'
  | 'ERR_KNOWN_FAILURES_UNREADABLE'
  | 'ERR_MOCK_CLOCK'
  | 'ERR_MOCK_CONTROL'
  | 'ERR_MOCK_NOT_THERE'
  | 'ERR_NOTHING_FAILED'
  | 'ERR_NOTHING_TO_REPORT'
  | 'ERR_NOTHING_TO_RESUME'
  | 'ERR_NOT_ONE_PLAN'
  | 'ERR_NOT_SIGNED_AGAIN'
  | 'ERR_NO_AUTH_SERVER'
  | 'ERR_NO_CHECK_SELECTED'
  | 'ERR_NO_EXCHANGE'
  | 'ERR_NO_FAULT_SELECTED'
  | 'ERR_NO_PRIVATE_KEY'
  | 'ERR_NO_SUCH_KEY'
  | 'ERR_NO_TARGET_FILE'
  | 'ERR_NO_TOKEN'
  | 'ERR_ONE_SHARD'
  | 'ERR_OTHER_RUN'
  | 'ERR_OWN_CHECK'
  | 'ERR_PROFILE_OVERRIDE'
  | 'ERR_PROXY'
  | 'ERR_PROXY_PORT'
  | 'ERR_RECEIVERS_USED_UP'
  | 'ERR_RECEIVER_COMMAND'
  | 'ERR_RECORD_BROKEN'
  | 'ERR_RECORD_UNREADABLE'
  | 'ERR_REPORTERS_COLLIDE'
  | 'ERR_REPORTER_FILE'
  | 'ERR_REPORT_INVALID'
  | 'ERR_REPORT_NO_FINDING'
  | 'ERR_REPORT_NO_JSON'
  | 'ERR_REPORT_UNKNOWN_CHECK'
  | 'ERR_REPORT_UNREADABLE'
  | 'ERR_REPORT_VERSION'
  | 'ERR_REQUEST_FILE'
  | 'ERR_REQUEST_UNREADABLE'
  | 'ERR_REQUEST_WORDS'
  | 'ERR_SETTING'
  | 'ERR_SIGNING_KEY'
  | 'ERR_SIGN_OPTIONS'
  | 'ERR_SPEC'
  | 'ERR_TARGET_CLIENT'
  | 'ERR_TARGET_FILE'
  | 'ERR_TARGET_FILE_EXISTS'
  | 'ERR_TARGET_FILE_UNREADABLE'
  | 'ERR_TARGET_FILE_VALUE'
  | 'ERR_TARGET_HEADER'
  | 'ERR_TARGET_LIMITS'
  | 'ERR_TARGET_MISSING'
  | 'ERR_TARGET_SYNTAX'
  | 'ERR_TARGET_UNKNOWN_KEY'
  | 'ERR_TARGET_VALUE'
  | 'ERR_TARGET_VARIABLE'
  | 'ERR_TARGET_VERSION'
  | 'ERR_TLS_CERTIFICATE'
  | 'ERR_TLS_KEY'
  | 'ERR_TOKEN_COMMAND'
  | 'ERR_UNKNOWN_CONDITION'
  | 'ERR_UNKNOWN_FAULT'
  | 'ERR_UNKNOWN_ID'
  | 'ERR_UNKNOWN_PROFILE'
  | 'ERR_UNKNOWN_REPORTER'
  | 'ERR_UNKNOWN_VARIANT'
  | 'ERR_UNMATCHED_SELECTOR'
  | 'ERR_UNREACHABLE'
  | 'ERR_VARIANTS_EXCLUDE_EACH_OTHER'
  | 'ERR_VERIFYING_KEY'
  | 'ERR_VERIFY_OPTIONS'
  | 'ERR_WALLET_ADDRESS'

// The types of a target file as it is written, made by `npm run schemas` from its schema.

export type BaseUrlContents = string
export type HttpUrlContents = string
export type AssetCodeContents = string
export type AssetScaleContents = number
export type OriginContents = string
export type PrivateKeyContents = string | Record<string, unknown>
/** Default: the JWK's kid. */
export type KeyIdContents = string
/** Default: the JWK's alg. If the JWK has none and its curve leaves no choice: EdDSA, ES256 or ES384. */
export type AlgContents = string
export type CredentialContents =
  | string
  | {
      command: CommandContents
      /**
       * How long the printed token is valid. The command runs again before that time is over. Default: for the whole run.
       */
      expiresIn?: PositiveDurationContents | undefined
    }
/** A command. It runs without a shell, in the folder of the target file. */
export type CommandContents = readonly string[]
export type PositiveDurationContents = string
export type PositiveValueContents = string
export type ReceiverUrlContents = string
export type ReceiversContents =
  | readonly ReceiverContents[]
  | {
      /** POST /incoming-payments, as Open Payments defines it. */
      create: {
        walletAddress: HttpUrlContents
        baseUrl: BaseUrlContents
        token: CredentialContents
      }
    }
export type ReceiverContents =
  | string
  | {
      url: ReceiverUrlContents
      /** Default: the value that reading it shows. */
      incomingAmount?: AmountContents | undefined
    }
export type ValueContents = string
export type DurationContents = string

/**
 * The target file of op-conformance, version 1: everything that the harness has to know about the server under test. It is validated after ${NAME} and file:PATH have been replaced.
 */
export interface TargetContents {
  /** Version of the target file's format. Within a version, no key is renamed or given another meaning. */
  version: 1
  /** The name of the server in reports, and of their folder. Default: the host of baseUrl. */
  name?: string | undefined
  /**
   * What the server is judged by: the interface, with the names that fill what it leaves open, or the published specification.
   */
  profile?: string | undefined
  /** Changes names and rules of the profile, by the profile's own keys. */
  profileOverrides?: Record<string, unknown> | undefined
  /** The interface's {base_url}. baseUrl + path, exactly as sent, is the signed @target-uri. */
  baseUrl: BaseUrlContents
  /** The wallet address under test. */
  walletAddress: HttpUrlContents
  /** Asset of the wallet. Default: taken from the wallet address document, otherwise from a first quote. */
  walletAsset?: AssetContents | undefined
  /** Where requests are sent, if not to baseUrl. The signed URL and Host stay the same. */
  connectUrl?: BaseUrlContents | undefined
  /**
   * Where requests to an origin are sent instead, whichever server it is: of wallet addresses, of the authorization server, of this one. The signed URL and Host stay the same.
   */
  connectUrls?: Record<string, OriginContents> | undefined
  /** Added to every request to the origin of baseUrl, not covered by the signature, redacted in reports. */
  headers?: Record<string, string> | undefined
  /** How TLS connections are made. */
  tls?:
    | {
        /** Trusted instead of the usual certificate authorities. */
        ca?: string | undefined
        /** The harness's own certificate. */
        cert?: string | undefined
        /** The key of cert. */
        key?: string | undefined
        /** false turns off the verification of the server's certificate. */
        verify?: boolean | undefined
      }
    | undefined
  /** Default: the usual environment variables. NO_PROXY applies. */
  proxy?: string | undefined
  /** Further origins that may receive credentials. */
  origins?: readonly OriginContents[] | undefined
  /** The client's key, registered with the server beforehand, and how requests are signed with it. */
  signing: SigningContents
  /** Access tokens, as the server knows them. Checks that need a token that is missing here are skipped. */
  tokens?:
    | {
        /** A token that allows every operation on walletAddress. */
        full?: CredentialContents | undefined
        /** A token that may read and list, but not create. */
        readOnly?: CredentialContents | undefined
        /** A token that may create, but not read or list. */
        writeOnly?: CredentialContents | undefined
        /** A token that was valid once and has expired. */
        expired?: CredentialContents | undefined
        /** A token that was revoked. */
        revoked?: CredentialContents | undefined
        /** A token that may read and list only what its own client created. */
        ownOnly?: CredentialContents | undefined
        /** The value that a token had before it was rotated. */
        rotated?: CredentialContents | undefined
        /** A token that may debit no more than a limit, and the limit. */
        limited?:
          | {
              token: CredentialContents
              debitAmount: PositiveValueContents
            }
          | undefined
        /** A token that may debit no more than a limit in each period of an interval, and both. */
        limitedPerInterval?:
          | {
              token: CredentialContents
              debitAmount: PositiveValueContents
              interval: string
            }
          | undefined
        /** A token whose payments may bring no more than a limit to their receivers, and the limit. */
        limitedReceive?:
          | {
              token: CredentialContents
              receiveAmount: PositiveValueContents
            }
          | undefined
        /** A token that may pay into one incoming payment only, and its URL. */
        limitedToReceiver?:
          | {
              token: CredentialContents
              receiver: ReceiverUrlContents
            }
          | undefined
      }
    | undefined
  /** Who requests tokens, if `grants` is given. Requests are signed with the key of `signing`. */
  client?:
    | {
        /** A wallet address whose jwks.json has the public key of `signing`. */
        walletAddress?: HttpUrlContents | undefined
        /** The public key itself is in the grant request. Only for rights that need no consent. */
        directed?: true | undefined
        /** op-conformance serves a wallet address document and its jwks.json while it runs. */
        serve?:
          | {
              /** Where it listens. Ports that fetch blocks, such as 4190, are refused. */
              listen: string
              /**
               * The wallet address of the client, as the authorization server reaches it. Default: http, the address of listen, and /client.
               */
              url?: BaseUrlContents | undefined
            }
          | undefined
      }
    | undefined
  /**
   * Requests the tokens that are not in `tokens`, `otherWallet` and `otherClient` from the authorization server, and revokes them at the end.
   */
  grants?:
    | {
        /** The authorization server. Default: authServer of the wallet address document. */
        authServer?: HttpUrlContents | undefined
        /**
         * How consent is given: in a browser on this machine; by whoever opens the printed URL; or by a command that gets the URL on stdin.
         */
        consent?:
          | (
              | string
              | {
                  command: CommandContents
                }
            )
          | undefined
        /** How long a consent is waited for. */
        consentTimeout?: PositiveDurationContents | undefined
        /** A wallet address in another asset, for receivers of that kind. */
        otherAsset?: HttpUrlContents | undefined
      }
    | undefined
  /** A second key that the server knows. */
  otherKey?:
    | {
        privateKey: PrivateKeyContents
        keyId?: KeyIdContents | undefined
        alg?: AlgContents | undefined
        /** true only if tokens.full is bound to the key under `signing`. */
        boundElsewhere?: boolean | undefined
      }
    | undefined
  /** A second client with rights on the same wallet. */
  otherClient?:
    | {
        signing: SigningContents
        token?: CredentialContents | undefined
        /** Its own wallet address, if its token is requested. Default with client.serve: served, too. */
        walletAddress?: HttpUrlContents | undefined
      }
    | undefined
  /** A second wallet address on the same server. */
  otherWallet?:
    | {
        walletAddress: HttpUrlContents
        /** Full rights there and only there, bound to `signing`. */
        token?: CredentialContents | undefined
      }
    | undefined
  /** Incoming payments to pay into, by kind. */
  receivers?:
    | {
        /** The token that can read the receivers. Default: tokens.full is tried. */
        access?:
          | {
              /** Default: tokens.full. On another server no token, because anyone may read the public form. */
              token?: CredentialContents | undefined
              /**
               * Where the receivers are read, if not at the target's baseUrl. What another server shows is reported, but not judged.
               */
              baseUrl?: BaseUrlContents | undefined
            }
          | undefined
        /**
         * Makes receivers of every kind without a list of its own: gets {"kind":"fixed","incomingAmount":{…}} on stdin, prints {"url":"…"}.
         */
        command?: CommandContents | undefined
        /** Have no incomingAmount and can be paid. */
        open?: ReceiversContents | undefined
        /** Have an incomingAmount and can be paid. */
        fixed?: ReceiversContents | undefined
        /** Can be paid and have another asset than the wallet. */
        otherAsset?: ReceiversContents | undefined
        /**
         * Have no incomingAmount, can be paid and expire soon: within limits.maxWait, or as far as `clock` may be moved on.
         */
        expiring?: ReceiversContents | undefined
        /** Have expired. */
        expired?: ReceiversContents | undefined
        /** Are completed. */
        completed?: ReceiversContents | undefined
        /** Fail if they are paid. */
        failing?: ReceiversContents | undefined
      }
    | undefined
  /** Incoming payments of walletAddress itself, to be read. Default: the ones that the list shows. */
  incomingPayments?: readonly ReceiverUrlContents[] | undefined
  /** How much a run may use, and how long it waits. */
  limits?:
    | {
        /** The time from sending a request to the last byte of its response. */
        requestTimeout?: PositiveDurationContents | undefined
        /** How long the harness watches a payment for a change. */
        settleTimeout?: DurationContents | undefined
        /** How long one check may wait until something expires or has a certain age. */
        maxWait?: DurationContents | undefined
        /** 0 means as fast as the concurrency allows. */
        requestsPerSecond?: number | undefined
        /** The maximum number of requests of a run. */
        maxRequests?: number | undefined
        /** The maximum number of payments of a run. */
        maxPayments?: number | undefined
        /**
         * debitAmount of every control. The server must be able to pay it. Default: one whole unit of the asset, or maxDebitValue if that is less.
         */
        controlValue?: PositiveValueContents | undefined
        /** The maximum debit amount of one payment, in the wallet's asset. A more expensive quote is never paid. */
        maxDebitValue?: ValueContents | undefined
        /** The maximum debit amount of all payments of the run, per wallet. */
        debitBudget?: ValueContents | undefined
      }
    | undefined
  /** A test server whose time can be moved. */
  clock?:
    | {
        /**
         * A URL that gets POST {"advance":"1500ms"}, a whole number of ms or s, without credentials, and responds with {"now":"…"}.
         */
        url?: HttpUrlContents | undefined
        /** A command that gets the same on stdin and prints the same on stdout. */
        command?: CommandContents | undefined
      }
    | undefined
}
export interface AssetContents {
  assetCode: AssetCodeContents
  assetScale: AssetScaleContents
}
export interface SigningContents {
  privateKey: PrivateKeyContents
  keyId?: KeyIdContents | undefined
  alg?: AlgContents | undefined
  /** Label of the signature. */
  label?: string | undefined
  /** Covered components, in order; content-digest is left out if there is no body. */
  components?: readonly string[] | undefined
  /** Signature parameters, in order. */
  parameters?: readonly ('created' | 'keyid' | 'alg' | 'expires' | 'nonce' | 'tag')[] | undefined
  /** Algorithm of Content-Digest. */
  digest?: ('sha-512' | 'sha-256') | undefined
}
export interface AmountContents {
  value: ValueContents
  assetCode: AssetCodeContents
  assetScale: AssetScaleContents
}

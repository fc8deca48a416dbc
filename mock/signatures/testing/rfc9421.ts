import { createPublicKey, createSecretKey } from 'node:crypto'
import type { PublicKey, ReceivedRequest } from '../../core/request.ts'

/** The keys of RFC 9421, B.1, public parts only. */
export const keys: PublicKey[] = [
  {
    keyId: 'test-key-ed25519',
    alg: 'EdDSA',
    key: createPublicKey({
      format: 'jwk',
      key: { kty: 'OKP', crv: 'Ed25519', x: 'JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs' },
    }),
  },
  {
    keyId: 'test-key-ecc-p256',
    alg: 'ES256',
    key: createPublicKey({
      format: 'jwk',
      key: {
        kty: 'EC',
        crv: 'P-256',
        x: 'qIVYZVLCrPZHGHjP17CTW0_-D9Lfw0EkjqF7xB4FivA',
        y: 'Mc4nN9LTDOBhfoUeg8Ye9WedFRhnZXZJA12Qp0zZ6F0',
      },
    }),
  },
  {
    keyId: 'test-key-rsa-pss',
    alg: 'PS512',
    key: createPublicKey({
      format: 'jwk',
      key: {
        kty: 'RSA',
        e: 'AQAB',
        n: 'r4tmm3r20Wd_PbqvP1s2-QEtvpuRaV8Yq40gjUR8y2Rjxa6dpG2GXHbPfvMs8ct-Lh1GH45x28Rw3Ry53mm-oAXjyQ86OnDkZ5N8lYbggD4O3w6M6pAvLkhk95AndTrifbIFPNU8PPMO7OyrFAHqgDsznjPFmTOtCEcN2Z1FpWgchwuYLPL-Wokqltd11nqqzi-bJ9cvSKADYdUAAN5WUtzdpiy6LbTgSxP7ociU4Tn0g5I6aDZJ7A8Lzo0KSyZYoA485mqcO0GVAdVw9lq4aOT9v6d-nb4bnNkQVklLQ3fVAvJm-xdDOp9LCNCN48V2pnDOkFV6-U9nV5oyc6XI2w',
      },
    }),
  },
  {
    keyId: 'test-key-rsa',
    alg: 'RS256',
    key: createPublicKey({
      format: 'jwk',
      key: {
        kty: 'RSA',
        e: 'AQAB',
        n: 'hAKYdtoeoy8zcAcR874L8cnZxKzAGwd7v36APp7Pv6Q2jdsPBRrwWEBnez6d0UDKDwGbc6nxfEXAy5mbhgajzrw3MOEt8uA5txSKobBpKDeBLOsdJKFqMGmXCQvEG7YemcxDTRPxAleIAgYYRjTSd_QBwVW9OwNFhekro3RtlinV0a75jfZgkne_YiktSvLG34lw2zqXBDTC5NHROUqGTlML4PlNZS5Ri2U4aCNx2rUPRcKIlE0PuKxI4T-HIaFpv8-rdV6eUgOrB2xeI1dSFFn_nnv5OoZJEIB-VmuKn3DCUcCZSFlQPSXSfBDiUGhwOw76WuSSsf1D4b_vLoJ10w',
      },
    }),
  },
]

/** `test-request` of RFC 9421, B.2. */
const testRequest: ReceivedRequest = {
  method: 'POST',
  targetUri: 'https://example.com/foo?param=Value&Pet=dog',
  headers: new Map([
    ['host', 'example.com'],
    ['date', 'Tue, 20 Apr 2021 02:07:55 GMT'],
    ['content-type', 'application/json'],
    [
      'content-digest',
      'sha-512=:WZDPaVn/7XgHaAy8pmojAkGWoRx2UFChF41A2svX+TaPm+AbwAgBWnrIiYllu7BNNyealdVLvRwEmTHWXvJwew==:',
    ],
    ['content-length', '18'],
  ]),
  body: Buffer.from('{"hello": "world"}'),
}

export interface Vector {
  section: string
  label: string
  input: string
  signature: string
  request: ReceivedRequest
  /** The published signature base without its last line, which the input determines. */
  lines: string[]
}

const clientCertificate =
  ':MIIBqDCCAU6gAwIBAgIBBzAKBggqhkjOPQQDAjA6MRswGQYDVQQKDBJMZXQncyBBdXRoZW50aWNhdGUxGzAZBgNVBAMMEkxBIEludGVybWVkaWF0ZSBDQTAeFw0yMDAxMTQyMjU1MzNaFw0yMTAxMjMyMjU1MzNaMA0xCzAJBgNVBAMMAkJDMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE8YnXXfaUgmnMtOXU/IncWalRhebrXmckC8vdgJ1p5Be5F/3YC8OthxM4+k1M6aEAEFcGzkJiNy6J84y7uzo9M6NyMHAwCQYDVR0TBAIwADAfBgNVHSMEGDAWgBRm3WjLa38lbEYCuiCPct0ZaSED2DAOBgNVHQ8BAf8EBAMCBsAwEwYDVR0lBAwwCgYIKwYBBQUHAwIwHQYDVR0RAQH/BBMwEYEPYmRjQGV4YW1wbGUuY29tMAoGCCqGSM49BAMCA0gAMEUCIBHda/r1vaL6G3VliL4/Di6YK0Q6bMjeSkC3dFCOOB8TAiEAx/kHSB4urmiZ0NX5r5XarmPk0wmuydBVoU4hBVZ1yhk=:'

const digest = testRequest.headers.get('content-digest')

const withHeaders = (request: ReceivedRequest, headers: Record<string, string>): ReceivedRequest => ({
  ...request,
  headers: new Map([...request.headers, ...Object.entries(headers)]),
})

/** The request vectors of RFC 9421, B.2 to B.4 and 4.3 that are signed with a private key. */
export const vectors: Vector[] = [
  {
    section: 'B.2.1',
    label: 'sig-b21',
    input: '();created=1618884473;keyid="test-key-rsa-pss";nonce="b3k2pp5k7z-50gnwp.yemd"',
    signature:
      'd2pmTvmbncD3xQm8E9ZV2828BjQWGgiwAaw5bAkgibUopemLJcWDy/lkbbHAve4cRAtx31Iq786U7it++wgGxbtRxf8Udx7zFZsckzXaJMkA7ChG52eSkFxykJeNqsrWH5S+oxNFlD4dzVuwe8DhTSja8xxbR/Z2cOGdCbzR72rgFWhzx2VjBqJzsPLMIQKhO4DGezXehhWwE56YCE+O6c0mKZsfxVrogUvA4HELjVKWmAvtl6UnCh8jYzuVG5WSb/QEVPnP5TmcAnLH1g+s++v6d4s8m0gCw1fV5/SITLq9mhho8K3+7EPYTU8IU1bLhdxO5Nyt8C8ssinQ98Xw9Q==',
    request: testRequest,
    lines: [],
  },
  {
    section: 'B.2.2',
    label: 'sig-b22',
    input:
      '("@authority" "content-digest" "@query-param";name="Pet");created=1618884473;keyid="test-key-rsa-pss";tag="header-example"',
    signature:
      'LjbtqUbfmvjj5C5kr1Ugj4PmLYvx9wVjZvD9GsTT4F7GrcQEdJzgI9qHxICagShLRiLMlAJjtq6N4CDfKtjvuJyE5qH7KT8UCMkSowOB4+ECxCmT8rtAmj/0PIXxi0A0nxKyB09RNrCQibbUjsLS/2YyFYXEu4TRJQzRw1rLEuEfY17SARYhpTlaqwZVtR8NV7+4UKkjqpcAoFqWFQh62s7Cl+H2fjBSpqfZUJcsIk4N6wiKYd4je2U/lankenQ99PZfB4jY3I5rSV2DSBVkSFsURIjYErOs0tFTQosMTAoxk//0RoKUqiYY8Bh0aaUEb0rQl3/XaVe4bXTugEjHSw==',
    request: testRequest,
    lines: ['"@authority": example.com', `"content-digest": ${digest}`, '"@query-param";name="Pet": dog'],
  },
  {
    section: 'B.2.3',
    label: 'sig-b23',
    input:
      '("date" "@method" "@path" "@query" "@authority" "content-type" "content-digest" "content-length");created=1618884473;keyid="test-key-rsa-pss"',
    signature:
      'bbN8oArOxYoyylQQUU6QYwrTuaxLwjAC9fbY2F6SVWvh0yBiMIRGOnMYwZ/5MR6fb0Kh1rIRASVxFkeGt683+qRpRRU5p2voTp768ZrCUb38K0fUxN0O0iC59DzYx8DFll5GmydPxSmme9v6ULbMFkl+V5B1TP/yPViV7KsLNmvKiLJH1pFkh/aYA2HXXZzNBXmIkoQoLd7YfW91kE9o/CCoC1xMy7JA1ipwvKvfrs65ldmlu9bpG6A9BmzhuzF8Eim5f8ui9eH8LZH896+QIF61ka39VBrohr9iyMUJpvRX2Zbhl5ZJzSRxpJyoEZAFL2FUo5fTIztsDZKEgM4cUA==',
    request: testRequest,
    lines: [
      '"date": Tue, 20 Apr 2021 02:07:55 GMT',
      '"@method": POST',
      '"@path": /foo',
      '"@query": ?param=Value&Pet=dog',
      '"@authority": example.com',
      '"content-type": application/json',
      `"content-digest": ${digest}`,
      '"content-length": 18',
    ],
  },
  {
    section: 'B.2.6',
    label: 'sig-b26',
    input:
      '("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"',
    signature: 'wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==',
    request: testRequest,
    lines: [
      '"date": Tue, 20 Apr 2021 02:07:55 GMT',
      '"@method": POST',
      '"@path": /foo',
      '"@authority": example.com',
      '"content-type": application/json',
      '"content-length": 18',
    ],
  },
  {
    section: 'B.3',
    label: 'ttrp',
    input:
      '("@path" "@query" "@method" "@authority" "client-cert");created=1618884473;keyid="test-key-ecc-p256"',
    signature: 'xVMHVpawaAC/0SbHrKRs9i8I3eOs5RtTMGCWXm/9nvZzoHsIg6Mce9315T6xoklyy0yzhD9ah4JHRwMLOgmizw==',
    request: withHeaders(
      { ...testRequest, targetUri: 'https://service.internal.example/foo?param=Value&Pet=dog' },
      { host: 'service.internal.example', 'client-cert': clientCertificate },
    ),
    lines: [
      '"@path": /foo',
      '"@query": ?param=Value&Pet=dog',
      '"@method": POST',
      '"@authority": service.internal.example',
      `"client-cert": ${clientCertificate}`,
    ],
  },
  {
    section: 'B.4',
    label: 'transform',
    input: '("@method" "@path" "@authority" "accept");created=1618884473;keyid="test-key-ed25519"',
    signature: 'ZT1kooQsEHpZ0I1IjCqtQppOmIqlJPeo7DHR3SoMn0s5JZ1eRGS0A+vyYP9t/LXlh5QMFFQ6cpLt2m0pmj3NDA==',
    request: {
      method: 'GET',
      targetUri: 'https://example.org/demo?name1=Value1&Name2=value2',
      headers: new Map([['accept', 'application/json, */*']]),
      body: new Uint8Array(),
    },
    lines: [
      '"@method": GET',
      '"@path": /demo',
      '"@authority": example.org',
      '"accept": application/json, */*',
    ],
  },
  {
    section: '4.3',
    label: 'proxy_sig',
    input:
      '("@method" "@authority" "@path" "content-digest" "content-type" "content-length" "forwarded");created=1618884480;keyid="test-key-rsa";alg="rsa-v1_5-sha256";expires=1618884540',
    signature:
      'S6ZzPXSdAMOPjN/6KXfXWNO/f7V6cHm7BXYUh3YD/fRad4BCaRZxP+JH+8XY1I6+8Cy+CM5g92iHgxtRPz+MjniOaYmdkDcnL9cCpXJleXsOckpURl49GwiyUpZ10KHgOEe11sx3G2gxI8S0jnxQB+Pu68U9vVcasqOWAEObtNKKZd8tSFu7LB5YAv0RAGhB8tmpv7sFnIm9y+7X5kXQfi8NMaZaA8i2ZHwpBdg7a6CMfwnnrtflzvZdXAsD3LH2TwevU+/PBPv0B6NMNk93wUs/vfJvye+YuI87HU38lZHowtznbLVdp770I6VHR6WfgS9ddzirrswsE1w5o0LV/g==',
    request: withHeaders(
      { ...testRequest, targetUri: 'https://origin.host.internal.example/foo' },
      { forwarded: 'for=192.0.2.123;host=example.com;proto=https' },
    ),
    lines: [
      '"@method": POST',
      '"@authority": origin.host.internal.example',
      '"@path": /foo',
      `"content-digest": ${digest}`,
      '"content-type": application/json',
      '"content-length": 18',
      '"forwarded": for=192.0.2.123;host=example.com;proto=https',
    ],
  },
]

/** The vectors of RFC 9421, B.2 that are not requests signed with a private key: a response, and a shared secret. */
export const bases = {
  'B.2.4': {
    keyId: 'test-key-ecc-p256',
    signature: 'wNmSUAhwb5LxtOtOpNa6W5xj067m5hFrj0XQ4fvpaCLx0NKocgPquLgyahnzDnDAUy5eCdlYUEkLIj+32oiasw==',
    base: [
      '"@status": 200',
      '"content-type": application/json',
      '"content-digest": sha-512=:mEWXIS7MaLRuGgxOBdODa3xqM1XdEvxoYhvlCFJ41QJgJc4GTsPp29l5oGX69wWdXymyU0rjJuahq4l5aGgfLQ==:',
      '"content-length": 23',
      '"@signature-params": ("@status" "content-type" "content-digest" "content-length");created=1618884473;keyid="test-key-ecc-p256"',
    ].join('\n'),
  },
  'B.2.5': {
    keyId: 'test-shared-secret',
    signature: 'pxcQw6G3AjtMBQjwo8XzkZf/bws5LelbaMk5rGIGtE8=',
    base: [
      '"date": Tue, 20 Apr 2021 02:07:55 GMT',
      '"@authority": example.com',
      '"content-type": application/json',
      '"@signature-params": ("date" "@authority" "content-type");created=1618884473;keyid="test-shared-secret"',
    ].join('\n'),
  },
}

/** `test-shared-secret` of RFC 9421, B.1.5. */
export const sharedSecret = createSecretKey(
  Buffer.from(
    'uzvJfB4u3N0Jy4T7NZ75MDVcr8zSTInedJtkgcu46YW4XByzNJjxBdtjUkdJPBtbmHhIDi6pcl8jsasjlTMtDQ==',
    'base64',
  ),
)

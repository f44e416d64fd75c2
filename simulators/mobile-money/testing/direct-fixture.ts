import type { SimulatorFixture } from './simulator-fixture.ts'

export type DirectReply = { readonly status: number; readonly body: Record<string, unknown>; readonly text: string }
type Headers = Readonly<Record<string, string>>

/** A merchant that calls MTN and Airtel with the simulator's keys. */
export function openDirectFixture(fixture: SimulatorFixture) {
  const env = fixture.money.directEnv()
  const key = (name: string): string => env[name] ?? ''

  async function call(method: string, path: string, headers: Headers, body?: unknown): Promise<DirectReply> {
    const response = await fetch(`${fixture.money.url}${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, text, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) }
  }

  async function mtnHeaders(product: 'collection' | 'disbursement'): Promise<Headers> {
    const name = product.toUpperCase()
    const subscription = { 'ocp-apim-subscription-key': key(`MTN_${name}_SUBSCRIPTION_KEY`) }
    const basic = Buffer.from(`${key(`MTN_${name}_USER`)}:${key(`MTN_${name}_KEY`)}`).toString('base64')
    const { body } = await call('POST', `/mtn/${product}/token/`, { ...subscription, authorization: `Basic ${basic}` })
    return {
      ...subscription,
      authorization: `Bearer ${String(body['access_token'])}`,
      'x-target-environment': 'mtnuganda',
    }
  }

  async function airtelHeaders(): Promise<Headers> {
    const { body } = await call(
      'POST',
      '/airtel/auth/oauth2/token',
      {},
      {
        client_id: key('AIRTEL_CLIENT_ID'),
        client_secret: key('AIRTEL_CLIENT_SECRET'),
        grant_type: 'client_credentials',
      },
    )
    return { authorization: `Bearer ${String(body['access_token'])}`, 'x-country': 'UG', 'x-currency': 'UGX' }
  }

  return { call, key, mtnHeaders, airtelHeaders }
}

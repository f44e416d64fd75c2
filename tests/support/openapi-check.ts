import type { Endpoint } from '@mupiira/contract/endpoint.ts'
import { answerFaults, problemFaults } from '@mupiira/contract/test-answers.ts'
import type { RawResponse } from './raw-client.ts'

type Operation = {
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: object }>> }>
  >
}
export type OpenApi = { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> }

/** Throws if the contract and the served OpenAPI document do not describe the response (OPS-01). */
export function requireDocumented(document: OpenApi, endpoint: Endpoint, response: RawResponse): unknown {
  const name = `${endpoint.method} ${endpoint.path} answered ${response.status}`
  const fail = (faults: readonly string[]): never => {
    throw new Error(`${name}: ${faults.join('; ')}\n${response.text.slice(0, 600)}`)
  }
  const described = document.paths[endpoint.path]?.[endpoint.method.toLowerCase()]?.responses[String(response.status)]
  if (described === undefined) return fail(['the OpenAPI document does not describe it'])
  const isSuccess = response.status < 400
  const type = response.headers['content-type']?.split(';', 1)[0] ?? 'none'
  if (described.content?.[type] === undefined) return fail([`the OpenAPI document does not describe ${type}`])
  const body: unknown = type.endsWith('json') ? JSON.parse(response.text) : response.text
  const faults = isSuccess
    ? answerFaults(endpoint, response.status, body)
    : [
        ...problemFaults(response.status, response.headers['content-type'], body),
        ...codeFaults(described.content[type], body),
      ]
  if ((response.status === 429 || response.status === 503) && !/^[1-9]\d*$/.test(response.headers['retry-after'] ?? ''))
    faults.push('it does not say when to try again')
  return faults.length > 0 ? fail(faults) : body
}

function codeFaults(content: { readonly schema?: object } | undefined, body: unknown): string[] {
  const { code } = body as { code: string }
  return codesOf(content?.schema ?? {}).has(code) ? [] : [`the OpenAPI document does not list ${code}`]
}

const listed = new WeakMap<object, ReadonlySet<string>>()

function codesOf(schema: object): ReadonlySet<string> {
  const known = listed.get(schema)
  if (known !== undefined) return known
  const lists = JSON.stringify(schema).matchAll(/"enum":(\[[^\]]*\])/g)
  const codes = new Set([...lists].flatMap(([, list]) => JSON.parse(list ?? '[]') as string[]))
  listed.set(schema, codes)
  return codes
}

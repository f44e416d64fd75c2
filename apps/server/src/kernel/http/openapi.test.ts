import { OPERATIONS } from '@mupiira/contract/operations.ts'
import { ERRORS } from '@mupiira/contract/errors.ts'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, it } from 'vitest'
import { openApiOf } from './openapi.ts'

type Operation = {
  operationId: string
  security: object[]
  parameters: { name: string; in: string; required: boolean }[]
  responses: Record<string, { description: string; content: Record<string, object> }>
}
const document = openApiOf(OPERATIONS) as { openapi: string; paths: Record<string, Record<string, Operation>> }

it.each(OPERATIONS.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '[OPS-01] the OpenAPI document describes the operation %s with all its responses',
  (_name, endpoint) => {
    const operation = document.paths[endpoint.path]?.[endpoint.method.toLowerCase()]
    expect(operation).toBeDefined()
    const statuses = Object.keys(operation?.responses ?? {})
    for (const status of Object.keys(endpoint.responses)) expect(statuses).toContain(status)
    for (const code of endpoint.errors) {
      expect(operation?.responses[ERRORS[code].status]?.description.split(', ')).toContain(code)
    }
    expect(operation?.security).toEqual(endpoint.access === 'public' ? [] : [{ session: [] }])
    const key = operation?.parameters.find((parameter) => parameter.name === 'Idempotency-Key')
    expect(key?.required).toBe(endpoint.idempotent === true ? endpoint.keyOptional !== true : undefined)
    const named = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
    expect(
      operation?.parameters.filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name),
    ).toEqual(named)
  },
)

it('[OPS-01] operation ids are unique, and the OpenAPI document is plain JSON', () => {
  const ids = Object.values(document.paths).flatMap((path) =>
    Object.values(path).map((operation) => operation.operationId),
  )
  expect(new Set(ids).size).toBe(OPERATIONS.length)
  expect(document.openapi).toBe('3.1.0')
  expect(JSON.parse(JSON.stringify(document))).toEqual(document)
})

it('[OPS-01] the OpenAPI document passes the recommended rules of a standard linter', async () => {
  const config = await createConfig('extends: [recommended]')
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: '/openapi.json', config })
  const found = problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)
  expect(found).toEqual([])
})

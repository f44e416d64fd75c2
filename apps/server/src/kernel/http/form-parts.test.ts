import { expect, it } from 'vitest'
import { formParts } from './form-parts.ts'

const TYPE = 'multipart/form-data; boundary=----abc'
const part = (head: string, content = '') => `------abc\r\n${head}\r\n\r\n${content}\r\n`
const named = (name: string, content = '') => part(`Content-Disposition: form-data; name="${name}"`, content)
const END = '------abc--\r\n'
const read = (body: string, type = TYPE) =>
  formParts(Buffer.from(body), type)?.map(({ content, ...rest }) => ({ ...rest, content: content.toString() })) ?? null
const text = (name: string, content: string) => ({ name, isFile: false, content })

it.each([
  ['nothing', END, TYPE, []],
  ['an empty text', named('a') + END, TYPE, [text('a', '')]],
  ['lines', named('a', 'one\r\ntwo\r\n') + END, TYPE, [text('a', 'one\r\ntwo\r\n')]],
  ['almost a boundary', named('a', '\r\n------ab') + END, TYPE, [text('a', '\r\n------ab')]],
  [
    'a file among other headers',
    part('Content-Type: image/png\r\ncontent-disposition: form-data; name="image"; filename="a;name=b.png"', 'P') + END,
    TYPE,
    [{ name: 'image', isFile: true, content: 'P' }],
  ],
  [
    'a boundary in quotes',
    `--a b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--a b--`,
    'multipart/form-data; charset=utf-8; boundary="a b"',
    [text('a', '1')],
  ],
  ['no boundary', named('a') + END, 'multipart/form-data', null],
  ['another boundary', named('a') + END, 'multipart/form-data; boundary=----abd', null],
  ['no end', named('a', 'b'), TYPE, null],
  ['a part without a name', part('Content-Disposition: form-data') + END, TYPE, null],
  ['a part without headers', `------abc\r\n\r\nb\r\n${END}`, TYPE, null],
  ['something before', `x\r\n${named('a')}${END}`, TYPE, null],
  ['nine parts', 'abcdefghi'.replace(/./g, (name) => named(name)) + END, TYPE, null],
])('[CHAT-04] reads a form with %s', (_what, body, type, parts) => {
  expect(read(body, type)).toEqual(parts)
})

const BYTES = 2 * 1024 * 1024
const repeated = (piece: string) => piece.repeat(Math.floor(BYTES / piece.length))

it.each([
  ['empty parts', repeated(named('a')) + END],
  ['empty files', repeated(part('Content-Disposition: form-data; name="image"; filename="a"')) + END],
  ['headers', part(`${repeated('X: y\r\n')}Content-Disposition: form-data; name="a"`) + END],
  ['a long name', named(repeated('%22')) + END],
  ['almost boundaries', named('a', repeated('\r\n------ab')) + END],
  ['blank lines', repeated('\r\n')],
])('[CHAT-06] two megabytes of %s keep nobody waiting', (_what, body) => {
  const form = Buffer.from(body)
  const used = process.cpuUsage()
  formParts(form, TYPE)
  const { user } = process.cpuUsage(used)
  expect(user / 1_000).toBeLessThan(250)
})

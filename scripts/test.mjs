import { enter } from './bootstrap.mjs'

enter('test.ts')

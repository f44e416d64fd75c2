import { enter } from './bootstrap.mjs'

enter('spec.ts')

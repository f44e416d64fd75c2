import { enter } from './bootstrap.mjs'

enter('price.ts')

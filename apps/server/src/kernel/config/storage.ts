import { resolve } from 'node:path'
import {
  type RawEnvironment,
  httpUrl,
  missingWith,
  optional,
  text,
  type Values,
  withDefault,
  withoutTrailingSlash,
} from './variable.ts'

/** Where images of the customer care chat are stored: in a folder, or in a bucket if `S3_ENDPOINT` is set. */
export const storageVariables = {
  STORAGE_DIR: withDefault(text(), '.data/storage', {
    about: 'Folder of chat images, shared by all nodes. Production requires it, or a bucket',
  }),
  S3_ENDPOINT: optional(httpUrl, {
    about:
      'Address of an S3-compatible store, which replaces the folder. When set, `S3_BUCKET` and the keys are required. The bucket must be private',
    address: 'internal',
  }),
  S3_REGION: withDefault(text(), 'us-east-1', { about: 'Region of the bucket' }),
  S3_BUCKET: optional(text(), { about: 'Name of the bucket' }),
  S3_ACCESS_KEY_ID: optional(text(), { about: 'Access key id from the store' }),
  S3_SECRET_ACCESS_KEY: optional(text(), { about: 'Secret access key from the store', secret: 'issued' }),
} as const

export type S3Config = {
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

export type StorageConfig = { readonly folder: string; readonly s3: S3Config | null }

export const storageFaults = (given: RawEnvironment): string[] =>
  missingWith(given, 'S3_ENDPOINT', ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])

export function storageConfig(env: Values<typeof storageVariables>): { readonly storage: StorageConfig } {
  const { S3_ENDPOINT: endpoint, S3_REGION: region, S3_BUCKET: bucket } = env
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env
  const isComplete = endpoint !== null && bucket !== null && accessKeyId !== null && secretAccessKey !== null
  return {
    storage: {
      folder: resolve(env.STORAGE_DIR),
      s3: isComplete
        ? { endpoint: withoutTrailingSlash(endpoint), region, bucket, accessKeyId, secretAccessKey }
        : null,
    },
  }
}

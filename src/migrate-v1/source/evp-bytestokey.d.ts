declare module 'evp_bytestokey' {
  /** OpenSSL's EVP_BytesToKey with MD5 and one round. @param keyBits length of the key in bits */
  export default function evpBytesToKey(
    password: Buffer,
    salt: Buffer | null,
    keyBits: number,
    ivLength: number,
  ): { key: Buffer; iv: Buffer };
}

/** The first 32 bits of the fractional parts of roots of the first primes (FIPS 180-4, 4.2.2 and 5.3.3). */
function constants(): { readonly round: Uint32Array; readonly initial: readonly number[] } {
  const primes: number[] = [];
  for (let n = 2; primes.length < 64; n += 1) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  const fraction = (root: number) => Math.floor((root - Math.floor(root)) * 2 ** 32);
  return {
    round: Uint32Array.from(primes, (prime) => fraction(Math.cbrt(prime))),
    initial: primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime))),
  };
}

const BLOCK = 64;

/**
 * Returns the SHA-256 hash of a text's UTF-8 bytes, in hexadecimal.
 *
 * Web Crypto is only asynchronous, and `node:crypto` is not in browsers.
 */
export function sha256(text: string): string {
  const { round, initial } = constants();
  const bytes = new TextEncoder().encode(text);
  // A one, zeros, and the length in bits fill the last block.
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK) * BLOCK);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n);
  const hash = Uint32Array.from(initial);
  const words = new Uint32Array(64);
  for (let start = 0; start < padded.length; start += BLOCK) {
    for (let i = 0; i < 16; i += 1) words[i] = view.getUint32(start + i * 4);
    for (let i = 16; i < 64; i += 1) {
      const [a, b] = [at(words, i - 15), at(words, i - 2)];
      const mixed = rotated(a, 7) ^ rotated(a, 18) ^ (a >>> 3);
      words[i] = at(words, i - 16) + mixed + at(words, i - 7) + (rotated(b, 17) ^ rotated(b, 19) ^ (b >>> 10));
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
    for (let i = 0; i < 64; i += 1) {
      const first =
        h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + ((e & f) ^ (~e & g)) + at(round, i) + at(words, i);
      const second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      // Swapping by destructuring is several times slower.
      h = g;
      g = f;
      f = e;
      e = (d + first) | 0;
      d = c;
      c = b;
      b = a;
      a = (first + second) | 0;
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => {
      hash[i] = at(hash, i) + word;
    });
  }
  return Array.from(hash, (word) => word.toString(16).padStart(8, "0")).join("");
}

const at = (words: Uint32Array, index: number) => words[index] ?? 0;
const rotated = (word: number, bits: number) => (word >>> bits) | (word << (32 - bits));

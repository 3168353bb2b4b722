// A proxy on loopback that counts what goes over the wire: requests, and bytes of responses with their headers.

import { connect, createServer } from 'node:net';

/** Returns a proxy to a server; `settled` waits until nothing has been requested for a while, and returns the counts. */
export async function countingProxy(base) {
  const { hostname, port } = new URL(base);
  const paths = [];
  let bytes = 0;
  let last = Date.now();
  const server = createServer(client => {
    const upstream = connect(Number(port), hostname);
    client.on('data', data => {
      for (const [, path] of data.toString('latin1').matchAll(/^[A-Z]+ (\S+) HTTP\/1\.1\r$/gm)) {
        paths.push(path);
        last = Date.now();
      }
    });
    upstream.on('data', data => { bytes += data.length; });
    client.pipe(upstream).pipe(client);
    for (const end of [client, upstream]) end.on('error', () => { client.destroy(); upstream.destroy(); });
  });
  await new Promise(done => server.listen(0, '127.0.0.1', done));
  server.unref();
  return {
    base: `http://127.0.0.1:${server.address().port}`,
    reset() { paths.length = 0; bytes = 0; last = Date.now(); },
    async settled(pause = 1500) {
      while (Date.now() - last < pause) await new Promise(done => setTimeout(done, 50));
      return { requests: paths.length, paths: [...paths], bytes };
    },
    close: () => server.close(),
  };
}

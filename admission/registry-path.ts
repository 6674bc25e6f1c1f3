/**
 * An image or a repository with the canonical name of its registry: in lower case, without the port of HTTPS, and `docker.io`
 * for Docker Hub [sources: images-1].
 */
export function registryPath(image: string): string {
  const [start = '', ...rest] = image.split('/');
  const host = start.replace(/[A-Z]/g, (letter) => letter.toLowerCase()).replace(/:443$/, '');
  return [host === 'index.docker.io' ? 'docker.io' : host, ...rest].join('/');
}

/** The full path of an official image of Docker Hub, which is below `library/`. Other images are returned unchanged. */
export function officialPath(image: string): string {
  return image.replace(/^docker\.io\/(?=[^/]*$)/, 'docker.io/library/');
}

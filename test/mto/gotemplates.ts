/** A gotemplate with a Pod, whose container mounts a volume that tenants share. */
export function podText(
  fields: string,
  mount = 'subPath: acme',
  volume = 'nfs: {server: nfs.example.com, path: /}',
): object {
  return {
    gotemplate: `apiVersion: v1
kind: Pod
metadata: {name: x}
spec:
  ${fields}
  volumes:
    - name: data
      ${volume}
  containers:
    - name: x
      image: x
      securityContext: {allowPrivilegeEscalation: false, runAsNonRoot: true, capabilities: {drop: [ALL]}, seccompProfile: {type: RuntimeDefault}}
      volumeMounts:
        - name: data
          mountPath: /data
          ${mount}
`,
  };
}

export function objectText(apiVersion: string, kind: string, spec: string): object {
  return { gotemplate: `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: x}\nspec:\n${spec}\n` };
}

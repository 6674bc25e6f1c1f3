/** The files of a small Helm chart, which prints its values and can generate a random password. */
export const chart: Readonly<Record<string, string>> = {
  'Chart.yaml': 'apiVersion: v2\nname: cache\nversion: 1.2.3\n',
  'values.yaml': 'size: 1\ntext: none\nrandom: false\n',
  'templates/objects.yaml': `apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ .Release.Name }}
  creationTimestamp: null
data:
  minor: {{ .Capabilities.KubeVersion.Minor | quote }}
  namespace: {{ .Release.Namespace }}
  size: {{ .Values.size | quote }}
  text: {{ .Values.text | quote }}
{{- if .Values.random }}
---
apiVersion: v1
kind: Secret
metadata:
  name: cache
stringData:
  password: {{ randAlphaNum 16 }}
{{- end }}
`,
};

export const tenant = `apiVersion: kleff.kleff.io/v1
kind: Tenant
metadata:
  name: jane
  namespace: tenants
spec:
  plan: basic
  userId: user-jane
  username: jane
`;

/** A Platform with a directory for each tenant, whose authors can write this tenant. */
export const delegatingPlatform = `apiVersion: leasehold.dev/v1alpha1
kind: Platform
metadata:
  name: platform
spec:
  directoryPerTenant: true
  tenantsDirectory: tenants
---
apiVersion: leasehold.dev/v1alpha1
kind: Grant
metadata:
  name: jane
spec:
  tenants: [jane]
  kinds: [Tenant.kleff.kleff.io]
  names: [user-jane]
  shared: [tenants]
  fields:
    Tenant.kleff.kleff.io:
      spec.plan: [basic]
`;

/** A Template with this chart from a repository, and an instance of it. */
export function template(repoUrl: string): string {
  return `apiVersion: templates.stakater.com/v1alpha1
kind: Template
metadata:
  name: cache
parameters:
  - name: SIZE
    value: "2"
resources:
  helm:
    chart:
      repository:
        name: cache
        version: 1.2.3
        repoUrl: ${repoUrl}
    setValues:
      - name: text
        value: "3"
        forceString: true
    values: |
      size: \${{SIZE}}
      random: false
---
apiVersion: templates.stakater.com/v1alpha1
kind: TemplateInstance
metadata:
  name: cache
  namespace: user-jane
spec:
  template: cache
`;
}

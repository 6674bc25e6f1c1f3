{{- $release := .Release.Name }}
{{- $derived := contains "kryton" $release | ternary $release (printf "%s-kryton" $release) }}
{{- $name := .Values.fullnameOverride | default $derived | trunc 63 | trimSuffix "-" }}
{{- $account := .Values.serviceAccount.name | default (.Values.serviceAccount.create | ternary $name "default") }}
{{- $externalSecrets := .Values.externalSecrets }}
---
apiVersion: v1
kind: ConfigMap
metadata: { name: {{ $name }}-config }
data: {{- .Values.env.config | toYaml | nindent 2 }}
---
{{- if $externalSecrets.enabled }}
apiVersion: external-secrets.io/v1
kind: ExternalSecret
metadata: { name: {{ $name }}-secret }
spec:
  secretStoreRef: { name: {{ required "a store is needed" $externalSecrets.secretStoreName }} }
  data:
    {{- range $name, $key := .Values.env.secret }}
    - { secretKey: {{ $name }}, remoteRef: { key: {{ $externalSecrets.remoteKeyPrefix }}{{ $key | default $name }} } }
    {{- end }}
{{- else }}
apiVersion: v1
kind: Secret
metadata: { name: {{ $name }}-secret }
{{- end }}
---
{{- if .Values.serviceAccount.create }}
apiVersion: v1
kind: ServiceAccount
metadata: { name: {{ $account }} }
{{- end }}
---
apiVersion: v1
kind: Service
metadata: { name: {{ $name }} }
spec: { type: {{ .Values.service.type }}, ports: [{ name: http, port: {{ .Values.service.port }}, targetPort: http }] }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: {{ $name }} }
spec:
  {{- if not .Values.autoscaling.enabled }}
  replicas: {{ .Values.replicaCount }}
  {{- end }}
  template:
    spec:
      serviceAccountName: {{ $account }}
      containers:
        - name: kryton
          image: {{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
---
{{- if and .Values.persistence.enabled (not .Values.persistence.existingClaim) }}
apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: {{ $name }}-data }
spec:
  accessModes: {{ .Values.persistence.accessModes | toJson }}
  resources: { requests: { storage: {{ .Values.persistence.size }} } }
{{- end }}
---
{{- if .Values.ingress.enabled }}
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: {{ $name }} }
spec:
  rules:
    {{- range .Values.ingress.hosts }}
    - host: {{ .host }}
    {{- end }}
{{- end }}
---
{{- if .Values.autoscaling.enabled }}
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: { name: {{ $name }} }
spec: { minReplicas: {{ .Values.autoscaling.minReplicas }}, maxReplicas: {{ .Values.autoscaling.maxReplicas }} }
{{- end }}
---
{{- if .Values.serviceMonitor.enabled }}
apiVersion: monitoring.coreos.com/v1
kind: ServiceMonitor
metadata: { name: {{ $name }} }
{{- end }}
